import { ResultsPage } from '../features/leadership/results-page.tsx'

export function Page() {
  return <ResultsPage />
}
