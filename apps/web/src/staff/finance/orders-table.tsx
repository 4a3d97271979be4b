import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { money, shortOrderId, wholeNumber } from '../../lib/format.ts'
import { orderAddress } from '../frame/addresses.ts'
import { useNoAddressWords } from '../frame/staff-member.ts'
import { isNothing } from '../parts/amounts.ts'
import type { FinanceOrder, OrderFilter, OrderPage, OrderSort } from './api.ts'
import styles from './ledger.module.css'
import { ledgerDay, ledgerTime } from './moments.ts'
import { StatusBadges } from './status-badges.tsx'

interface OrdersTableProps {
  orders: readonly FinanceOrder[]
  /** Of everything that matches, not of this page only. */
  sums: OrderPage['sums']
  filter: Pick<OrderFilter, 'sort' | 'direction'>
  stale: boolean
  onSort: (sort: OrderSort, direction: 'asc' | 'desc') => void
}

/** Orders as a ledger: dates at the left, amounts at the right, the sums of all that match under them. */
export function OrdersTable({ orders, sums, filter, stale, onSort }: OrdersTableProps) {
  const sorting = { now: filter.sort, direction: filter.direction, onSort }
  return (
    <div className={styles.box} aria-busy={stale || undefined}>
      <table className={styles.ledger}>
        <caption className="visually-hidden">Orders; times in UTC</caption>
        <thead>
          <tr>
            <SortHead sort="placed" label="Placed, UTC" {...sorting} />
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            <th scope="col">Buyer</th>
            <th scope="col">Invoice</th>
            <SortHead sort="total" label="Total" amount {...sorting} />
            <SortHead sort="received" label="Received" amount {...sorting} />
            <SortHead sort="refunded" label="Refunded" amount {...sorting} />
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </tbody>
        <tfoot>
          {sums.map((sum) => (
            <tr key={sum.currency}>
              <th scope="row" colSpan={5}>
                All that match, {wholeNumber(sum.orders)} {sum.orders === 1 ? 'order' : 'orders'}
                {sums.length > 1 ? ` ${sum.currency.toUpperCase()}` : ''}
              </th>
              <td className={styles.amount}>{money(sum.totalAmount, sum.currency)}</td>
              <td className={styles.amount}>{money(sum.receivedAmount, sum.currency)}</td>
              <td className={styles.amount}>{money(sum.refundedAmount, sum.currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

interface SortHeadProps {
  sort: OrderSort
  label: string
  amount?: boolean
  now: OrderSort
  direction: 'asc' | 'desc'
  onSort: (sort: OrderSort, direction: 'asc' | 'desc') => void
}

/** The head of a column that sorts: the first press brings the newest or largest first, the next one turns it. */
function SortHead({ sort, label, amount = false, now, direction, onSort }: SortHeadProps) {
  const active = now === sort
  const next = active && direction === 'desc' ? 'asc' : 'desc'
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={amount ? styles.amount : undefined}
      aria-sort={active ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(sort, next)}>
        {label}
        {active ? <Arrow aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

function OrderLine({ order }: { order: FinanceOrder }) {
  const { id, currency } = order
  const nobody = useNoAddressWords()
  const { search } = useLocation()
  return (
    <tr className={styles.openable}>
      <td className={styles.moment}>
        <time dateTime={order.createdAt}>
          {ledgerDay(order.createdAt)} <span>{ledgerTime(order.createdAt)}</span>
        </time>
      </td>
      <th scope="row">
        <Link className={styles.open} title={id} to={orderAddress(id) + search}>
          <span className="visually-hidden">Open order </span>
          {shortOrderId(id)}
        </Link>
      </th>
      <td>
        <StatusBadges status={order.status} disputed={order.disputed} flags={order.flags} />
      </td>
      <td className={styles.person} title={order.email ?? undefined}>
        {order.buyerName}
        <span className={styles.faint}>{order.company ?? order.email ?? nobody}</span>
      </td>
      <td className={`${styles.code} ${styles.nowrap}`}>
        {order.invoiceNumber ?? <span className={styles.faint}>none</span>}
      </td>
      <td className={styles.amount}>{money(order.totalAmount, currency)}</td>
      <td className={styles.amount} data-zero={isNothing(order.receivedAmount) || undefined}>
        {money(order.receivedAmount, currency)}
      </td>
      <td className={styles.amount} data-zero={isNothing(order.refundedAmount) || undefined}>
        {money(order.refundedAmount, currency)}
      </td>
    </tr>
  )
}
