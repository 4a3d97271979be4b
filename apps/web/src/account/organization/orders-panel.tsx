import { useId } from 'react'
import { longDate, money, seatsInWords, shortOrderId } from '../../lib/format.ts'
import { listedOrder } from '../../shop/orders/listed-order.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Badge, Skeleton } from '../../ui/surface.tsx'
import panel from '../panel.module.css'
import { NotLoaded } from './not-loaded.tsx'
import styles from './organization.module.css'
import { useOrganizationOrders } from './organization-api.ts'

/** The organization's orders with their status, and links to their documents. */
export function OrdersPanel({ organizationId }: { organizationId: string }) {
  const heading = useId()
  const orders = useOrganizationOrders(organizationId)
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Orders and documents</h2>
      {orders.isLoadingError ? (
        <NotLoaded what="The orders" busy={orders.isFetching} retry={() => void orders.refetch()} />
      ) : null}
      {orders.isPending ? <Skeleton shape="block" /> : null}
      {orders.data?.length === 0 ? <p className={styles.note}>No orders yet.</p> : null}
      <ul className={panel.rows}>
        {(orders.data ?? []).map((order) => {
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
