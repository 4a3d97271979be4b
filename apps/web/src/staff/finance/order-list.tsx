import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { financeOrders } from '#modules/commerce/finance/search/contract.ts'
import { useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { useSettled } from '../../lib/settled.ts'
import { useMayAudit } from '../frame/staff-member.ts'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import styles from './ledger.module.css'
import { periodProblem } from './moments.ts'
import { filterForm, noFilter, OrderFilters, queryOf } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import { isNarrowed } from './search-filters.tsx'

/** The orders that match the filters, one page at a time. */
export function OrderList() {
  const [filter, setFilter] = useAddressState(filterForm)
  const mayAudit = useMayAudit()
  const q = useSettled(filter.q)
  const possible = periodProblem(filter.from, filter.to) === undefined
  const query = useAnswer<typeof financeOrders>(
    '/api/finance/orders',
    { query: queryOf({ ...filter, q }) },
    { keep: true, enabled: possible },
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirstAddress = useLocation().key === 'default'
  const page = query.data
  useEffect(() => {
    // Coming back from an order loses the focus; opening the tab with the keyboard or a new document does not.
    if (!isFirstAddress && document.activeElement === document.body) heading.current?.focus()
  }, [isFirstAddress])
  return (
    <section className={styles.panel} aria-labelledby="orders-heading">
      <h2 id="orders-heading" ref={heading} tabIndex={-1} className={styles.heading}>
        Orders
      </h2>
      <OrderFilters filter={filter} seesPeople={mayAudit} onFilter={setFilter} />
      {!possible ? null : query.isError ? (
        <Trouble what="Orders" failure={query.error} onRetry={() => void query.refetch()} />
      ) : page === undefined ? (
        <SkeletonLines what="orders" lines={8} />
      ) : page.orders.length === 0 ? (
        <NoOrders page={filter.cursors.length + 1} filtered={isNarrowed(filter, noFilter)} />
      ) : (
        <OrdersTable
          orders={page.orders}
          sums={page.sums}
          filter={filter}
          stale={query.isPlaceholderData}
          onSort={(sort, direction) => setFilter({ ...filter, sort, direction, cursors: [] })}
        />
      )}
      {page && page.total > 0 && possible && !query.isError ? (
        <Pager
          page={filter.cursors.length + 1}
          pageSize={page.pageSize}
          total={page.total}
          what={page.total === 1 ? 'order' : 'orders'}
          busy={query.isPlaceholderData}
          onPage={(number) => {
            const { cursors } = filter
            if (number <= cursors.length)
              setFilter({ ...filter, cursors: cursors.slice(0, number - 1) }, 'push')
            else if (page.next !== null) setFilter({ ...filter, cursors: [...cursors, page.next] }, 'push')
          }}
        />
      ) : null}
    </section>
  )
}

function NoOrders({ page, filtered }: { page: number; filtered: boolean }) {
  if (page > 1) return <Empty title="No orders on this page.">Go back to a newer page.</Empty>
  return filtered ? (
    <Empty title="No orders match.">
      You can search for a full order id or its last eight characters, a name, company or email address, a
      payment (pi_…) or the number of an invoice, credit note or debit note. Clear the filters to see all
      orders.
    </Empty>
  ) : (
    <Empty title="No orders yet.">The first order appears here when a buyer starts a payment.</Empty>
  )
}
