import { CircleCheck, Clock3 } from 'lucide-react'
import { longDate, money, seatsInWords, shortOrderId } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Badge, Notice, Skeleton } from '../../ui/surface.tsx'
import { useOrders } from '../api.ts'
import { listedOrder } from './listed-order.ts'
import styles from './orders-list.module.css'

/** The customer's orders, newest first. */
export function OrdersList() {
  const orders = useOrders()
  if (orders.isPending) {
    return (
      <div className={styles.list} aria-busy="true">
        <span className="visually-hidden" role="status">
          Loading orders...
        </span>
        <Skeleton shape="block" className={styles.waiting ?? ''} />
        <Skeleton shape="block" className={styles.waiting ?? ''} />
      </div>
    )
  }
  if (orders.isLoadingError) {
    return (
      <Notice
        tone="bad"
        announce
        actions={
          <Button variant="secondary" size="small" onClick={() => void orders.refetch()}>
            Try again
          </Button>
        }
      >
        <p>Your orders could not be loaded.</p>
      </Notice>
    )
  }
  if (orders.data.length === 0) {
    return (
      <div className={styles.empty}>
        <h2>No orders yet</h2>
        <p>When you enroll, you find your order, its invoice and its receipt here.</p>
        <ButtonLink to="/certification">Explore Certification</ButtonLink>
      </div>
    )
  }
  return (
    <ul className={styles.list}>
      {orders.data.map((order) => {
        const { label, tone, waiting, payable, active, notes } = listedOrder(order)
        return (
          <li key={order.id} className={styles.order}>
            <div className={styles.what}>
              <p className={styles.program}>
                {order.programName}
                {order.organizationId === null ? '' : `, ${seatsInWords(order.items[0]?.quantity ?? 0)}`}
              </p>
              <p className={styles.meta}>
                <span>{shortOrderId(order.id)}</span>
                <span>{longDate(order.createdAt)}</span>
              </p>
              <div className={styles.marks}>
                <Badge tone={tone} {...(waiting && { icon: Clock3 })}>
                  {label}
                </Badge>
                {active && order.organizationId === null ? (
                  <span className={styles.access}>
                    <CircleCheck aria-hidden="true" strokeWidth={1.5} />
                    Certification Access: Active
                  </span>
                ) : null}
              </div>
              {notes.map((note) => (
                <p key={note} className={styles.note}>
                  {note}.
                </p>
              ))}
              {payable ? (
                <ButtonLink to="/payment" size="small" className={styles.goOn ?? ''}>
                  Complete your payment
                </ButtonLink>
              ) : null}
            </div>
            <div className={styles.side}>
              <p className={styles.total}>
                {money(order.totalAmount, order.currency)} <span>{order.currency.toUpperCase()}</span>
              </p>
              {order.organizationId !== null ? (
                <ButtonLink to={`/organization?id=${order.organizationId}`} size="small">
                  Seats
                </ButtonLink>
              ) : order.holdsPlace ? (
                <ButtonLink to={`/program?order=${order.id}`} size="small">
                  Your program
                </ButtonLink>
              ) : null}
              <ButtonLink
                to={`/certification/enrollment/${order.id}`}
                variant="secondary"
                size="small"
                aria-label={`View Details of order ${shortOrderId(order.id)}`}
              >
                View Details
              </ButtonLink>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
