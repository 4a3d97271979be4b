import { CalculatorPage } from './calculator-page.tsx'

export function Page() {
  return <CalculatorPage />
}
