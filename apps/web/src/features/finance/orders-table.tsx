import { money, wholeNumber } from '../../lib/format.ts'
import { moneyOfMinor, sumsOf } from './amounts.ts'
import type { FinanceOrder } from './api.ts'
import styles from './ledger.module.css'
import { ledgerDay, ledgerTime } from './moments.ts'
import { StatusBadges } from './status-badges.tsx'
import { shortId } from './words.ts'

interface OrdersTableProps {
  orders: readonly FinanceOrder[]
  stale: boolean
  onOpen: (id: string) => void
}

/** Orders as a ledger: dates at the left, amounts at the right, the sums of the page under them. */
export function OrdersTable({ orders, stale, onOpen }: OrdersTableProps) {
  return (
    <div className={styles.box} aria-busy={stale || undefined}>
      <table className={styles.ledger}>
        <caption className="visually-hidden">Orders, newest first; times in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Placed, UTC</th>
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            <th scope="col">Buyer</th>
            <th scope="col">Invoice</th>
            <th scope="col" className={styles.amount}>
              Total
            </th>
            <th scope="col" className={styles.amount}>
              Received
            </th>
            <th scope="col" className={styles.amount}>
              Refunded
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderLine key={order.id} order={order} onOpen={onOpen} />
          ))}
        </tbody>
        <tfoot>
          {sumsOf(orders).map((sum, index, sums) => (
            <tr key={sum.currency}>
              <th scope="row" colSpan={5}>
                {index === 0
                  ? `On this page, ${wholeNumber(orders.length)} ${orders.length === 1 ? 'order' : 'orders'}`
                  : ''}
                {sums.length > 1 ? ` ${sum.currency.toUpperCase()}` : ''}
              </th>
              <td className={styles.amount}>{moneyOfMinor(sum.total, sum.currency)}</td>
              <td className={styles.amount}>{moneyOfMinor(sum.received, sum.currency)}</td>
              <td className={styles.amount}>{moneyOfMinor(sum.refunded, sum.currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

function OrderLine({ order, onOpen }: { order: FinanceOrder; onOpen: (id: string) => void }) {
  const { id, currency } = order
  return (
    <tr className={styles.openable}>
      <td className={styles.moment}>
        <time dateTime={order.createdAt}>
          {ledgerDay(order.createdAt)} <span>{ledgerTime(order.createdAt)}</span>
        </time>
      </td>
      <th scope="row">
        <button type="button" className={styles.open} title={id} onClick={() => onOpen(id)}>
          <span className="visually-hidden">Open order </span>
          {shortId(id)}
        </button>
      </th>
      <td>
        <StatusBadges status={order.status} disputed={order.disputed} flags={order.flags} />
      </td>
      <td className={styles.person} title={order.email ?? undefined}>
        {order.email ?? <span className={styles.faint}>not shown</span>}
      </td>
      <td className={`${styles.code} ${styles.nowrap}`}>
        {order.invoiceNumber ?? <span className={styles.faint}>none</span>}
      </td>
      <td className={styles.amount}>{money(order.totalAmount, currency)}</td>
      <td className={styles.amount} data-zero={order.receivedAmount === '0.00' || undefined}>
        {money(order.receivedAmount, currency)}
      </td>
      <td className={styles.amount} data-zero={order.refundedAmount === '0.00' || undefined}>
        {money(order.refundedAmount, currency)}
      </td>
    </tr>
  )
}
