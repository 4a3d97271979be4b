import { useLocation } from 'react-router-dom'
import { money, shortOrderId, wholeNumber } from '../../lib/format.ts'
import { orderAddress } from '../frame/addresses.ts'
import { useNoAddressWords } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Table } from '../parts/table.tsx'
import { Amount } from './amount.tsx'
import styles from './ledger.module.css'
import { Moment } from './moment.tsx'
import type { FinanceOrder, OrderPage } from './order-answers.ts'
import type { OrderFilter, OrderSort } from './order-filters.tsx'
import { StatusBadges } from './status-badges.tsx'

interface OrdersTableProps {
  orders: readonly FinanceOrder[]
  /** Of all matches, not only of this page. */
  sums: OrderPage['sums']
  filter: Pick<OrderFilter, 'sort' | 'direction'>
  stale: boolean
  onSort: (sort: OrderSort, direction: 'asc' | 'desc') => void
}

/** Orders, with dates at the left and amounts at the right; the last rows are the sums of all matches. */
export function OrdersTable({ orders, sums, filter, stale, onSort }: OrdersTableProps) {
  const { search } = useLocation()
  return (
    <Table
      caption="Orders; times in UTC"
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
      to={({ id }) => orderAddress(id) + search}
      busy={stale}
      sort={{
        order: { column: filter.sort, descending: filter.direction === 'desc' },
        onSort: ({ column, descending }) => onSort(column as OrderSort, descending ? 'desc' : 'asc'),
      }}
      foot={sums.map((sum) => ({
        id: sum.currency,
        label: `Total of all matches, ${wholeNumber(sum.orders)} ${sum.orders === 1 ? 'order' : 'orders'}${
          sums.length > 1 ? ` ${sum.currency.toUpperCase()}` : ''
        }`,
        cells: {
          total: money(sum.totalAmount, sum.currency),
          received: money(sum.receivedAmount, sum.currency),
          refunded: money(sum.refundedAmount, sum.currency),
        },
      }))}
    />
  )
}

const amount = (
  id: OrderSort,
  label: string,
  of: 'totalAmount' | 'receivedAmount' | 'refundedAmount',
): Column<FinanceOrder> => ({
  id,
  label,
  numeric: true,
  sortable: 'descending',
  cell: (order) => <Amount of={order[of]} currency={order.currency} />,
})

const columns: readonly Column<FinanceOrder>[] = [
  {
    id: 'placed',
    label: 'Placed, UTC',
    sortable: 'descending',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'order',
    label: 'Order',
    namesRow: true,
    nowrap: true,
    className: layout.code,
    cell: ({ id }) => (
      <span title={id}>
        <span className="visually-hidden">Open order </span>
        {shortOrderId(id)}
      </span>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status, disputed, flags }) => <StatusBadges status={status} disputed={disputed} flags={flags} />,
  },
  { id: 'buyer', label: 'Buyer', className: styles.person, cell: (order) => <Buyer order={order} /> },
  {
    id: 'invoice',
    label: 'Invoice',
    className: layout.code,
    nowrap: true,
    cell: ({ invoiceNumber }) => invoiceNumber ?? <span className={layout.soft}>none</span>,
  },
  amount('total', 'Total', 'totalAmount'),
  amount('received', 'Received', 'receivedAmount'),
  amount('refunded', 'Refunded', 'refundedAmount'),
]

function Buyer({ order: { email, buyerName, company } }: { order: FinanceOrder }) {
  const noAddress = useNoAddressWords()
  return (
    <span title={email ?? undefined}>
      <bdi>{buyerName}</bdi>
      <span className={layout.soft}>{company ?? email ?? noAddress}</span>
    </span>
  )
}
