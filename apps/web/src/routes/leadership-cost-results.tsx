import { ResultsPage } from '../features/leadership/results-page.tsx'
import { MailReport } from '../features/leads/mail-report.tsx'

export function Page() {
  return <ResultsPage MailReport={MailReport} />
}
