import { longDate, money } from '../../lib/format.ts'
import type { OrderPage } from '../api.ts'
import facts from '../orders/order-details.module.css'

/** How a company pays an order by bank transfer: amount, due date, reference and account. */
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
        Enter the reference exactly as shown, so that we can match your payment to this order. A transfer
        takes one to three working days, and you can pay in parts. This page shows the amount that is still
        due.
      </p>
    </section>
  )
}
