import { money } from '../lib/format.ts'

/** An amount of the API ("2500.00") as people read it. */
export function Money({
  amount,
  currency = 'usd',
  cents = true,
}: {
  amount: string | number
  currency?: string
  cents?: boolean
}) {
  return <data value={String(amount)}>{money(amount, currency, { cents })}</data>
}
