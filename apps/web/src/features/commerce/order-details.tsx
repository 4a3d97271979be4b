import type { ReactNode } from 'react'
import { longDate, money } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import type { Order } from './api.ts'
import styles from './order-details.module.css'
import { type OrderStatus, shortOrderId, statusWords } from './order-status.ts'

/** What was bought, when, for how much, and how it stands. */
export function OrderDetails({ order, status }: { order: Order; status: OrderStatus }) {
  const { label, tone } = statusWords(status)
  const refunded = Number(order.refundedAmount ?? 0) > 0
  const program = order.programName || order.items[0]?.name || 'Authentic Leader Certification'
  const total = `${money(order.totalAmount, order.currency)} ${order.currency.toUpperCase()}`
  const rows: [string, ReactNode][] = [
    ['Order', shortOrderId(order.id)],
    ['Program', program],
    ['Date', longDate(order.createdAt)],
    ['Total', total],
    ...(refunded ? ([['Refunded', money(order.refundedAmount, order.currency)]] as [string, string][]) : []),
    [
      'Status',
      <Badge key="status" tone={tone}>
        {label}
      </Badge>,
    ],
  ]
  return (
    <section aria-labelledby="details-heading" className={styles.section}>
      <h2 id="details-heading">Order details</h2>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
