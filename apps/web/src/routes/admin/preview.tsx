import { App } from '../../app.tsx'
import { PreviewFrame } from '../../features/admin/preview/preview-frame.tsx'

export function Page() {
  return <PreviewFrame site={<App />} />
}
