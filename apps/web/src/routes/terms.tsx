import { terms } from '#modules/content/base-template/terms.ts'
import { LegalPage } from '../features/legal/legal-page.tsx'

export function Page() {
  return <LegalPage builtIn={terms} />
}
