import { CalculatorPage } from '../features/leadership/calculator-page.tsx'

export function Page() {
  return <CalculatorPage />
}
