import { Page as Frame } from '../ui/page.tsx'
import { Spinner } from '../ui/surface.tsx'

export function Page() {
  return (
    <Frame title="Terms" heading="Terms">
      <Spinner />
    </Frame>
  )
}
