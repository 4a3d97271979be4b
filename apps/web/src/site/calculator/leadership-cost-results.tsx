import { MailReport } from '../leads/mail-report.tsx'
import { ResultsPage } from './results-page.tsx'

export function Page() {
  return <ResultsPage MailReport={MailReport} />
}
