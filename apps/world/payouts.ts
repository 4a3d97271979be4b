import { day, hour, type World } from './world.ts'

/** Stripe pays out every Monday, and charges the account once in a while. Once the bank returns a payout, once the owner sends one by hand. */
export function planPayouts({ agenda, start, end, stepped }: World): void {
  // The first day since 1970 was a Thursday.
  const today = Math.ceil(start / day)
  const monday = today + ((11 - (today % 7)) % 7)
  let number = 0
  for (let at = monday * day + 3 * hour; at < end; at += 7 * day) {
    number += 1
    const until = number % 20 === 19 ? 'returned' : 'paid'
    if (number % 9 === 0) {
      const fee = { type: 'stripe_fee', amount: -1_200, description: 'Radar for the month' }
      agenda.add(at, () => stepped.labCall('/lab/movements', fee))
    }
    if (number === 30)
      agenda.add(at, () => stepped.labCall('/lab/payouts', { automatic: false, amount: 150_000 }))
    agenda.add(at, () => stepped.labCall('/lab/payouts', { until }))
  }
}
