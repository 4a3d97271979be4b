import { Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { dateTime, longDate, money, shortOrderId } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import { termsVersionText } from '../payment/terms-version.ts'
import { disputeWords } from './dispute-words.ts'
import { listedOrder } from './listed-order.ts'
import styles from './order-details.module.css'
import type { OrderStatus } from './order-status.ts'

/** The order's number, program, dates, amounts, status and accepted terms. */
export function OrderDetails({ order, status }: { order: OrderPage; status: OrderStatus }) {
  const { label, tone, waiting } = listedOrder({ ...order, status })
  const dispute = disputeWords(order)
  const refunded = Number(order.refundedAmount ?? 0) > 0
  const surplus = Number(order.surplusReturnedAmount ?? 0) > 0
  const program = order.programName || order.items[0]?.name || 'Authentic Leader Certification'
  const total = `${money(order.totalAmount, order.currency)} ${order.currency.toUpperCase()}`
  const rows: [string, ReactNode][] = [
    [
      'Order',
      <>
        {shortOrderId(order.id)} <span className={styles.inFull}>{order.id}</span>
      </>,
    ],
    ['Program', program],
    ...(!order.company ? [] : ([['Seats', String(order.company.seats)]] as [string, string][])),
    ['Ordered', longDate(order.createdAt)],
    ...(order.confirmedAt
      ? ([['Payment confirmed', dateTime(order.confirmedAt)]] as [string, string][])
      : []),
    ...(order.invoiceNumber ? ([['Invoice', order.invoiceNumber]] as [string, string][]) : []),
    ['Total', total],
    ...(refunded ? ([['Refunded', money(order.refundedAmount, order.currency)]] as [string, string][]) : []),
    ...(surplus
      ? ([['Overpayment returned', money(order.surplusReturnedAmount, order.currency)]] as [string, string][])
      : []),
    [
      'Status',
      <Badge key="status" tone={tone} {...(waiting && { icon: Clock3 })}>
        {label}
      </Badge>,
    ],
    ...(dispute
      ? ([
          [
            'Dispute',
            <Badge key="dispute" tone={dispute.tone}>
              {dispute.label}
            </Badge>,
          ],
        ] as [string, ReactNode][])
      : []),
    ...(order.termsVersion === null
      ? []
      : ([['Terms', <AcceptedTerms key="terms" version={order.termsVersion} />]] as [string, ReactNode][])),
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

/** The version of the terms that was accepted with the order, with a link. */
function AcceptedTerms({ version }: { version: string }) {
  return (
    <>
      Accepted, version of {termsVersionText(version)}. <Link to="/terms">Read the terms</Link>
    </>
  )
}
