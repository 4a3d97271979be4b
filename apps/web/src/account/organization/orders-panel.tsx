import { useId } from 'react'
import type { listOrganizationOrders } from '#modules/commerce/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { longDate, money, seatsInWords, shortOrderId } from '../../lib/format.ts'
import { listedOrder } from '../../shop/orders/listed-order.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Badge, Skeleton } from '../../ui/surface.tsx'
import panel from '../panel.module.css'
import { NotLoaded } from './not-loaded.tsx'
import styles from './organization.module.css'
import { ofOrders } from './organizations.ts'

/** The organization's orders with their status, and links to their documents. */
export function OrdersPanel({ organizationId }: { organizationId: string }) {
  const heading = useId()
  const query = useAnswer<typeof listOrganizationOrders>(
    '/api/organizations/:id/orders',
    { params: { id: organizationId } },
    ofOrders,
  )
  const { orders = [] } = query.data ?? {}
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Orders and documents</h2>
      {query.isLoadingError ? (
        <NotLoaded what="The orders" busy={query.isFetching} retry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton shape="block" /> : null}
      {query.data && orders.length === 0 ? <p className={styles.note}>No orders yet.</p> : null}
      <ul className={panel.rows}>
        {orders.map((order) => {
          const { label, tone } = listedOrder(order)
          const seats = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
          return (
            <li key={order.id} className={styles.manager}>
              <div>
                <p className={panel.rowTitle}>
                  {seatsInWords(seats)}, {money(order.totalAmount, order.currency)}{' '}
                  <Badge tone={tone}>{label}</Badge>
                </p>
                <p className={panel.note}>
                  {shortOrderId(order.id)}, {longDate(order.createdAt)}
                  {order.invoiceNumber === null ? '' : `, invoice ${order.invoiceNumber}`}
                </p>
              </div>
              <ButtonLink
                size="small"
                variant="secondary"
                to={`/certification/enrollment/${order.id}`}
                aria-label={`Order and documents of ${shortOrderId(order.id)}`}
              >
                Order and documents
              </ButtonLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
