import { Check, CircleAlert, CircleCheck, Clock3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useAuth, useSignedOut } from '../../lib/auth.ts'
import { ApiFailure } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { longDate, money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import tracker from '../../ui/progress-tracker.module.css'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import type { OrderPage } from '../api.ts'
import { PlaceInCohort } from '../cohorts/place-in-cohort.tsx'
import facts from '../orders/order-details.module.css'
import { OrderDetails } from '../orders/order-details.tsx'
import { OrderDocuments } from '../orders/order-documents.tsx'
import { isInFlight, type OrderStatus, readStatus, statusWords } from '../orders/order-status.ts'
import { orderProblem, useOrder } from '../orders/use-order.ts'
import { PlaceCard } from '../program/place-card.tsx'
import { WelcomeProgram } from '../program/welcome-program.tsx'
import { useAnswerWords } from '../questionnaire/answer-words.ts'
import { AnswersList } from '../questionnaire/answers-list.tsx'
import { usePurchaseSteps } from '../questionnaire/purchase-steps.ts'
import { CompanyStanding, companyWords } from './company-standing.tsx'
import styles from './enrollment.module.css'
import { EnrollmentMissing, EnrollmentSignIn, EnrollmentWaiting } from './enrollment-states.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaymentStanding } from './payment-standing.tsx'

/** The page of one order: shown after the payment, and linked from mails and the profile. */
export function Page() {
  const { orderId = '' } = useParams()
  const auth = useAuth()
  const order = useOrder(orderId, auth.status === 'customer')
  const expired = order.error instanceof ApiFailure && order.error.status === 401
  const problem = order.isError && !order.data && !expired ? orderProblem(order.error) : undefined
  const forget = useSignedOut()

  useEffect(() => {
    if (expired) forget()
  }, [expired, forget])

  useEffect(() => {
    if (problem) notify.error('Unable to fetch order details. Please contact support.', { toastId: 'order' })
  }, [problem])

  return (
    <Frame title="Enrollment">
      {auth.status === 'guest' || expired ? (
        <EnrollmentSignIn orderId={orderId} />
      ) : problem ? (
        <EnrollmentMissing
          message={problem}
          unknown={!(order.error instanceof ApiFailure) || order.error.status === 404}
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

function Enrollment({ order }: { order: OrderPage }) {
  const { euConsumers } = useConfig()
  const [newer, setNewer] = useState<{ updatedAt: string; status: OrderStatus }>()
  // A status from the answer to a download counts until the order itself is loaded again.
  const status = newer && newer.updatedAt === order.updatedAt ? newer.status : readStatus(order.status)
  const failed = status === 'pending' && order.payable && order.failureCode !== null
  const completed = status === 'completed'
  const isCompanys = Boolean(order.company)
  const enrolled = completed && order.holdsPlace && !isCompanys
  const ended = completed && !order.holdsPlace
  const { title, message } = failed
    ? notPaid
    : ended
      ? order.dispute === 'lost'
        ? takenBack
        : withdrawn
      : order.bankTransfer
        ? invoiced
        : order.bankVerification === null
          ? (companyWords(order, status) ?? statusWords(status))
          : verifying
  const answers = useAnswerWords(order.answers)
  const person = order.customer
  const steps = usePurchaseSteps()

  useEffect(() => {
    if (completed) session.set(keys.certificationStep, '4')
  }, [completed])

  return (
    <div className={styles.page}>
      {isCompanys ? null : (
        <StatusTracker
          labels={steps}
          completed={enrolled || (completed && isCompanys)}
          answered={Object.keys(order.answers).length > 0}
        />
      )}
      <div className={styles.head} role="status">
        <StatusIcon status={failed || ended ? 'cancelled' : status} />
        <h1>{title}</h1>
        <p>{message}</p>
      </div>
      {order.company && !ended ? <CompanyStanding order={order} company={order.company} /> : null}
      {order.bankTransfer ? (
        <BankTransfer order={order} />
      ) : isCompanys && status === 'pending' ? null : (
        <PaymentStanding order={order} status={status} />
      )}
      {enrolled ? (
        <PlaceCard
          participant={person ? `${person.firstName} ${person.lastName}`.trim() : ''}
          program={order.programName}
          orderId={order.id}
          since={order.confirmedAt ?? order.createdAt}
        />
      ) : null}
      {enrolled ? <PlaceInCohort order={order} /> : null}
      {enrolled ? (
        <NextSteps
          email={person?.email}
          orderId={order.id}
          since={order.confirmedAt ?? order.createdAt}
          inCohort={order.cohort !== null}
        />
      ) : null}
      <div className={styles.pair}>
        <OrderDetails order={order} status={status} />
        {completed || status === 'refunded' || (isCompanys && order.invoiceNumber !== null) ? (
          <OrderDocuments
            order={order}
            onStatus={(text) => setNewer({ updatedAt: order.updatedAt, status: readStatus(text) })}
          />
        ) : null}
      </div>
      <AnswersList answers={answers} />
      {enrolled ? <WelcomeProgram orderId={order.id} /> : null}
      <div className={styles.foot}>
        <ButtonLink to="/profile" variant={enrolled ? 'primary' : 'secondary'}>
          Return to Dashboard
        </ButtonLink>
        {completed && !ended ? (
          <Link to={`/withdraw?order=${order.id}`}>
            {euConsumers && !isCompanys ? 'Withdraw from contract here' : 'Ask for a refund'}
          </Link>
        ) : null}
      </div>
    </div>
  )
}

const notPaid = {
  title: 'Payment Issue',
  message: 'Your payment did not go through. You can try again.',
}

const invoiced = {
  title: 'Your Order Is Placed',
  message: 'Please pay it by bank transfer. Your invoice has the same details.',
}

const verifying = {
  title: 'Payment Processing',
  message: 'Your payment is complete once your bank account is verified.',
}

const withdrawn = {
  title: 'You Have Withdrawn',
  message: 'Your enrollment has ended.',
}

const takenBack = {
  title: 'Payment Issue',
  message: 'Your bank took this payment back. Please contact support if you need assistance.',
}

function StatusIcon({ status }: { status: OrderStatus }) {
  const { tone } = statusWords(status)
  const Icon = status === 'completed' ? CircleCheck : isInFlight(status) ? Clock3 : CircleAlert
  return <Icon aria-hidden="true" strokeWidth={1.25} className={styles[tone]} />
}

/** How a company pays an order by bank transfer: amount, due date, reference and account. */
function BankTransfer({ order }: { order: OrderPage }) {
  const { bankTransfer, currency } = order
  if (!bankTransfer) return null
  const { rows, reference, open, dueAt } = bankTransfer
  const all = [
    { label: 'Amount', value: `${money(open, currency)} ${currency.toUpperCase()}` },
    ...(dueAt === null ? [] : [{ label: 'Until', value: longDate(dueAt) }]),
    { label: 'Reference', value: reference },
    ...rows,
  ]
  return (
    <section aria-labelledby="transfer-heading" className={facts.section}>
      <h2 id="transfer-heading">Pay by bank transfer</h2>
      <dl className={facts.facts}>
        {all.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        Enter the reference exactly as shown, so that we can match your payment to this order. A transfer
        takes one to three working days, and you can pay in parts. This page shows the amount that is still
        due.
      </p>
    </section>
  )
}

interface StatusTrackerProps {
  labels: readonly string[]
  completed: boolean
  /** Whether the questionnaire was answered; only then does its step have a check mark. */
  answered: boolean
}

/** The steps of the purchase; steps 3 and 4 are done only when the payment has arrived. */
function StatusTracker({ labels, completed, answered }: StatusTrackerProps) {
  const skipped = answered ? [] : [1]
  if (!completed) return <ProgressTracker current={3} labels={labels} skipped={skipped} />
  const done = labels.length - skipped.length
  return (
    <nav aria-label={`Progress: ${answered ? 'all' : `${done} of`} ${labels.length} steps done`}>
      <ol className={tracker.list}>
        {labels.map((label, index) =>
          skipped.includes(index + 1) ? (
            <li key={label} className={tracker.step}>
              <span className={tracker.mark}>{index + 1}</span>
              <span>{label}</span>
            </li>
          ) : (
            <li key={label} className={`${tracker.step} ${tracker.done}`}>
              <span className={tracker.mark}>
                <Check aria-hidden="true" strokeWidth={2} />
              </span>
              <span>
                {label}
                <span className="visually-hidden"> (done)</span>
              </span>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
