import { longDate, money } from '../../lib/format.ts'
import type { OrderPage } from '../api.ts'
import facts from '../orders/order-details.module.css'

/** Where a company sends the money of an order, how much, until when, and by which reference it finds the order. */
export function BankTransfer({ order }: { order: OrderPage }) {
  const { bankTransfer, currency } = order
  if (!bankTransfer) return null
  const { rows, reference, open, dueAt } = bankTransfer
  const all = [
    { label: 'Amount', value: `${money(open, currency)} ${currency.toUpperCase()}` },
    ...(dueAt === null ? [] : [{ label: 'Until', value: longDate(dueAt) }]),
    { label: 'Reference', value: reference },
    ...rows,
  ]
  return (
    <section aria-labelledby="transfer-heading" className={facts.section}>
      <h2 id="transfer-heading">Pay by bank transfer</h2>
      <dl className={facts.facts}>
        {all.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        Write the reference as it stands here: the money finds this order by it. A transfer takes one to three
        working days, and you can pay in parts. This page says what is still open.
      </p>
    </section>
  )
}
