import type { Snapshot } from '#platform/database/snapshot.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import type { Span } from '../books/period.ts'
import { itemsOf, itemView } from './payouts.ts'
import { payoutTables } from './tables.ts'

/** Every item of the payouts that arrived in a period, and one line for what cannot be itemised, or is not explained by the items. */
export async function* payoutLines(
  snapshot: Snapshot,
  { from, to }: Span,
): AsyncGenerator<readonly (string | null)[]> {
  yield [
    'payout',
    'arrives (UTC)',
    'status',
    'currency',
    'what',
    'order_id',
    'description',
    'amount',
    'fee',
    'net',
    'moved_at',
  ]
  const payouts = payoutTables(snapshot)
    .selectFrom('commerce_payout')
    .selectAll()
    .orderBy('arrivesAt')
    .orderBy('id')
  const found = await payouts
    .$if(from !== undefined, (rows) => rows.where('arrivesAt', '>=', from!))
    .$if(to !== undefined, (rows) => rows.where('arrivesAt', '<', to!))
    .execute()
  for (const { id, arrivesAt, status, currency, amountMinor, itemised, automatic } of found) {
    const head = [id, arrivesAt.toISOString().slice(0, 10), status, currency]
    let rest = Number(amountMinor)
    for (const row of await itemsOf(snapshot).where('i.payoutId', '=', id).execute()) {
      const { category, orderId, description, amount, fee, net, createdAt } = itemView(row)
      const money = [amount, fee, net].map((minor) => toDecimal(minor, currency))
      yield [...head, category, orderId, description, ...money, createdAt.toISOString()]
      rest -= net
    }
    const what = itemised
      ? 'not explained'
      : automatic
        ? 'not itemised yet'
        : 'manual: Stripe cannot itemise it'
    const whole = toDecimal(rest, currency)
    if (rest !== 0) yield [...head, what, null, null, whole, toDecimal(0, currency), whole, null]
  }
}
