import { privacy } from '#modules/content/base-template/privacy.ts'
import { LegalPage } from './legal-page.tsx'

export function Page() {
  return <LegalPage builtIn={privacy} />
}
