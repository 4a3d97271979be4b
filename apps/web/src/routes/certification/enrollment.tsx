import { CircleAlert, CircleCheck, Clock3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Order } from '../../features/commerce/api.ts'
import { NextSteps } from '../../features/commerce/next-steps.tsx'
import { OrderDetails } from '../../features/commerce/order-details.tsx'
import { OrderDocuments } from '../../features/commerce/order-documents.tsx'
import {
  isInFlight,
  type OrderStatus,
  readStatus,
  statusWords,
} from '../../features/commerce/order-status.ts'
import { PlaceCard } from '../../features/commerce/place-card.tsx'
import { orderProblem, useOrder } from '../../features/commerce/use-order.ts'
import { useAuth } from '../../lib/auth.ts'
import { useConfig } from '../../lib/config.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { purchaseSteps } from '../../ui/progress-tracker.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './enrollment.module.css'
import { EnrollmentMissing, EnrollmentSignIn, EnrollmentWaiting } from './enrollment-states.tsx'
import { StatusTracker } from './status-tracker.tsx'
import { WelcomeProgram } from './welcome-program.tsx'

/** What became of an order: the moment after the payment, and the page to come back to. */
export function Page() {
  const { orderId = '' } = useParams()
  const auth = useAuth()
  const order = useOrder(orderId, auth.status === 'customer')
  const problem = order.isError && !order.data ? orderProblem(order.error) : undefined

  useEffect(() => {
    if (problem) notify.error('Unable to fetch order details. Please contact support.', { toastId: 'order' })
  }, [problem])

  return (
    <Frame title="Enrollment">
      {auth.status === 'guest' ? (
        <EnrollmentSignIn orderId={orderId} />
      ) : problem ? (
        <EnrollmentMissing
          message={problem}
          onRetry={() => void order.refetch()}
          retrying={order.isFetching}
        />
      ) : order.data ? (
        <Enrollment order={order.data} />
      ) : (
        <EnrollmentWaiting />
      )}
    </Frame>
  )
}

function Enrollment({ order }: { order: Order }) {
  const [told, setTold] = useState<{ by: string; status: OrderStatus }>()
  // What a download said counts until the order itself is read anew.
  const status = told && told.by === order.updatedAt ? told.status : readStatus(order.status)
  const { title, message } = statusWords(status)
  const completed = status === 'completed'
  const { supportEmail } = useConfig()
  const person = order.customer

  useEffect(() => {
    if (completed) session.set(keys.certificationStep, '4')
  }, [completed])

  return (
    <div className={styles.page}>
      <StatusTracker labels={purchaseSteps} completed={completed} />
      <div className={styles.head} role="status">
        <StatusIcon status={status} />
        <h1>{title}</h1>
        <p>{message}</p>
      </div>
      {completed ? (
        <PlaceCard
          participant={person ? `${person.firstName} ${person.lastName}`.trim() : ''}
          program={order.programName}
          orderId={order.id}
          since={order.createdAt}
        />
      ) : null}
      {completed ? <NextSteps email={person?.email} /> : null}
      {isInFlight(status) ? (
        <Notice tone="warn" title="Your payment is on its way">
          <p>
            This usually takes minutes, and can take up to 24 hours. You can refresh this page to check; it
            also looks by itself, and you may close it: we send an email as soon as the payment is confirmed.
          </p>
        </Notice>
      ) : null}
      {!completed && !isInFlight(status) ? (
        <Notice tone="bad" title="Please contact support">
          <p>
            Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> with the order number below. A
            person answers within 1 business day.
          </p>
        </Notice>
      ) : null}
      {order.disputed ? (
        <Notice tone="warn" title="This payment is being disputed">
          <p>Your bank has asked us about this payment. Your access stays as it is while we answer.</p>
        </Notice>
      ) : null}
      <div className={styles.pair}>
        <OrderDetails order={order} status={status} />
        {completed ? (
          <OrderDocuments
            orderId={order.id}
            onStatus={(text) => setTold({ by: order.updatedAt, status: readStatus(text) })}
          />
        ) : null}
      </div>
      {completed ? <WelcomeProgram /> : null}
      <div className={styles.foot}>
        <ButtonLink to="/profile" variant={completed ? 'primary' : 'secondary'}>
          Return to Dashboard
        </ButtonLink>
      </div>
    </div>
  )
}

function StatusIcon({ status }: { status: OrderStatus }) {
  const { tone } = statusWords(status)
  const Icon = status === 'completed' ? CircleCheck : isInFlight(status) ? Clock3 : CircleAlert
  return <Icon aria-hidden="true" strokeWidth={1.25} className={styles[tone]} />
}
