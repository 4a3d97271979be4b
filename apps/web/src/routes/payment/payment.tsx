import { Elements } from '@stripe/react-stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { terms } from '#modules/content/base-template/terms.ts'
import { forgetOrders, type IntentRequest, useProgram } from '../../features/commerce/api.ts'
import { paymentAppearance } from '../../features/commerce/appearance.ts'
import { readProfile } from '../../features/commerce/certification-profile.ts'
import { EnrolledDialog } from '../../features/commerce/enrolled-dialog.tsx'
import { LAST_PAYMENT_KEY, readLastPayment, rememberPayment } from '../../features/commerce/last-payment.ts'
import { PaymentForm } from '../../features/commerce/payment-form.tsx'
import type { IntentState } from '../../features/commerce/payment-outcome.ts'
import { PaymentIncludes, PaymentSummary } from '../../features/commerce/payment-summary.tsx'
import { fieldsOf } from '../../features/commerce/section.ts'
import { infoOf, type PaymentState, programDetailsPath } from '../../features/commerce/use-enrollment.ts'
import {
  type PaymentSetup,
  SetupFailure,
  usePaymentSetup,
} from '../../features/commerce/use-payment-setup.ts'
import { welcome } from '../../features/commerce/welcome-toast.ts'
import { useAuth } from '../../lib/auth.ts'
import { useContent } from '../../lib/content.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { Page as Frame } from '../../ui/page.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import styles from './payment.module.css'
import { OrganizationNote, PaymentNotes, PaymentTerms } from './payment-notes.tsx'
import { SettingUp, SetupFailed } from './payment-states.tsx'

const missing = 'Missing product or user information'

/** The payment: nothing but the form and the summary. */
export function Page() {
  useEffect(() => session.set(keys.certificationStep, '3'), [])
  return (
    <Frame title="Payment">
      <div className={styles.tracker}>
        <ProgressTracker current={3} />
      </div>
      <Checkout />
    </Frame>
  )
}

/**
 * Who buys what comes in the navigation state; after a reload, or by a typed address, both are asked of the
 * server again, and the server resumes the payment that is open.
 */
function Checkout() {
  const given = (useLocation().state ?? {}) as Partial<PaymentState>
  const navigate = useNavigate()
  const auth = useAuth()
  const program = useProgram()
  const { page } = useContent(terms)
  const [again, setAgain] = useState(given.confirmAgain === true)
  const user = auth.status === 'customer' ? auth.user : undefined
  const product = given.product ?? (program.data && infoOf(program.data))
  const termsVersion = fieldsOf(page, 'legal')?.effectiveDate
  const request = useMemo<IntentRequest | undefined>(
    () =>
      user && product
        ? {
            productId: product.id,
            userEmail: user.email,
            answers: readProfile(session.json(keys.certificationProfile)),
            termsVersion,
            confirmAgain: again,
          }
        : undefined,
    [user, product, again, termsVersion],
  )
  const setup = usePaymentSetup(request)
  const owned = setup.error instanceof SetupFailure ? setup.error.ownedOrderId : undefined
  const nobody = auth.status === 'guest' || (!product && program.isError)
  const problem = nobody ? missing : setup.error?.message
  useSetupToasts(owned === undefined ? problem : undefined, setup.data)

  if (problem) {
    return (
      <>
        <SetupFailed
          message={problem}
          guest={auth.status === 'guest'}
          retrying={setup.isFetching || program.isFetching}
          onRetry={() => void (product ? setup.refetch() : program.refetch())}
        />
        <EnrolledDialog
          order={owned === undefined ? undefined : { id: owned }}
          onAgain={() => setAgain(true)}
          onClose={() => navigate(programDetailsPath, { replace: true })}
        />
      </>
    )
  }
  if (!setup.data || !user || !product) return <SettingUp />
  return <Ready setup={setup.data} name={product.name} user={user} product={product} />
}

function useSetupToasts(problem: string | undefined, setup: PaymentSetup | undefined): void {
  useEffect(() => {
    if (problem) notify.error(problem, { toastId: 'payment-setup' })
  }, [problem])
  useEffect(() => {
    if (setup?.intent.resumed) {
      notify.info('Resuming your previous payment session...', { toastId: 'payment-resumed' })
    }
  }, [setup])
}

interface ReadyProps {
  setup: PaymentSetup
  name: string
  user: PaymentState['user']
  product: PaymentState['product']
}

function Ready({ setup, name, user, product }: ReadyProps) {
  const { intent, stripe } = setup
  const client = useQueryClient()
  const navigate = useNavigate()
  const left = useRef(false)
  const price = money(intent.order.totalAmount, intent.order.currency)
  const [options] = useState(() => ({
    clientSecret: intent.paymentIntent.clientSecret,
    appearance: paymentAppearance(),
  }))

  function leave(paid: Pick<IntentState, 'id'>): void {
    if (left.current) return
    left.current = true
    void forgetOrders(client)
    navigate(`/checkout/success?payment_intent=${encodeURIComponent(paid.id)}`, {
      replace: true,
      state: { orderId: intent.order.id, productInfo: product, paymentIntentId: paid.id },
    })
  }

  function remember(state: IntentState): void {
    rememberPayment({
      id: state.id,
      status: state.status,
      amount: state.amount,
      currency: state.currency,
      orderId: intent.order.id,
      timestamp: Date.now(),
    })
  }

  // The same order may be open in a second tab: when one pays, the other follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener lives as long as the payment
  useEffect(() => {
    function follow(event: StorageEvent): void {
      if (event.key !== LAST_PAYMENT_KEY) return
      const other = readLastPayment(event.newValue, Date.now())
      if (other?.orderId === intent.order.id) leave({ id: other.id })
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [intent.order.id])

  return (
    <>
      <h1 className={styles.heading}>Enroll in the {name}</h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <OrganizationNote />
          <Elements stripe={stripe} options={options}>
            <PaymentForm
              email={user.email}
              name={`${user.firstName} ${user.lastName}`.trim()}
              price={price}
              terms={<PaymentTerms />}
              onPaid={(state) => {
                remember(state)
                welcome('Payment successful! Welcome to the program!')
                leave(state)
              }}
              onProcessing={(state) => {
                remember(state)
                leave(state)
              }}
            />
          </Elements>
          <PaymentNotes />
        </div>
        <div className={styles.summary}>
          <PaymentSummary name={name} price={price} />
        </div>
        <div className={styles.includes}>
          <PaymentIncludes />
        </div>
      </div>
    </>
  )
}
