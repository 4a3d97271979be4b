import { terms } from '#modules/content/base-template/terms.ts'
import { LegalPage } from './legal-page.tsx'

export function Page() {
  return <LegalPage builtIn={terms} />
}
