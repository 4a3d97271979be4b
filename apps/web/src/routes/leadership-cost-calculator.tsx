import { Page as Frame } from '../ui/page.tsx'
import { Spinner } from '../ui/surface.tsx'

export function Page() {
  return (
    <Frame title="Leadership Cost Calculator" heading="Leadership Cost Calculator">
      <Spinner />
    </Frame>
  )
}
