import { privacy } from '#modules/content/base-template/privacy.ts'
import { LegalPage } from './legal-page.tsx'
import { StoredInBrowser } from './stored-in-browser.tsx'

export function Page() {
  return <LegalPage builtIn={privacy} addition={{ clause: 'cookies', content: <StoredInBrowser /> }} />
}
