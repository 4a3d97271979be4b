import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from './payment-form.module.css'
import { type IntentState, outcomeOf, type Refusal, unexpected } from './payment-outcome.ts'
import { useLongWait } from './use-long-wait.ts'

export interface PaymentFormProps {
  email: string
  name: string
  /** "$2,500.00", from the server. */
  price: string
  /** Content between the e-mail address and the card. */
  details: ReactNode
  /** Runs before the payment is confirmed. A returned refusal is shown, and nothing is charged. */
  beforePaying: () => Promise<Refusal | undefined>
  /** The terms that the buyer accepts, above the button. */
  terms: ReactNode
  onPaid: (intent: IntentState) => void
  onProcessing: (intent: IntentState) => void
}

/** Stripe's card form with our button, and below it the error of a failed payment. */
export function PaymentForm({
  email,
  name,
  price,
  details,
  beforePaying,
  terms,
  onPaid,
  onProcessing,
}: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal>()
  const paying = useRef(false)
  const notice = useRef<HTMLDivElement>(null)
  const late = useLongWait(!ready || busy)

  useEffect(() => {
    if (problem) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  async function pay(): Promise<void> {
    if (!stripe || !elements || paying.current) return
    paying.current = true
    setBusy(true)
    setProblem(undefined)
    const failure = await attempt()
    if (failure === undefined) return
    setProblem(failure)
    setBusy(false)
    paying.current = false
  }

  /** Returns the refusal to show; undefined if the payment has been confirmed. */
  async function attempt(): Promise<Refusal | undefined> {
    if (!stripe || !elements) return undefined
    try {
      const checked = await elements.submit()
      if (checked.error) return { message: checked.error.message ?? 'Please check the card details.' }
      const refused = await beforePaying()
      if (refused !== undefined) return refused
      const outcome = outcomeOf(
        await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: `${window.location.origin}/checkout/success` },
          redirect: 'if_required',
        }),
      )
      if (outcome.kind === 'failed') return outcome
      if (outcome.kind === 'paid') onPaid(outcome.intent)
      else onProcessing(outcome.intent)
      return undefined
    } catch {
      return unexpected()
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <Field
        label="Email"
        type="email"
        value={email}
        readOnly
        autoComplete="off"
        help="Your confirmation and receipt go to this address."
      />
      {details}
      <div className={styles.element}>
        {ready ? null : (
          <div className={styles.waiting} aria-busy="true">
            <span className="visually-hidden">Loading payment form...</span>
            <Skeleton className={styles.tab ?? ''} />
            <Skeleton className={styles.input ?? ''} />
            <Skeleton className={styles.input ?? ''} />
          </div>
        )}
        <PaymentElement
          onReady={() => setReady(true)}
          options={{ layout: 'tabs', defaultValues: { billingDetails: { email, name } } }}
        />
      </div>
      {terms}
      <Button
        type="submit"
        size="large"
        wide
        disabled={!ready || !stripe}
        busy={busy}
        busyText="Processing..."
        icon={<Lock aria-hidden="true" />}
      >
        Pay {price}
      </Button>
      <div ref={notice}>
        {late && (busy || !ready) ? (
          <Notice tone="info" announce>
            {busy ? (
              <p>
                Your payment is taking longer than usual. Please keep this page open, and respond if your bank
                asks you to confirm it. You will not be charged twice.
              </p>
            ) : (
              <p>The payment form is loading slowly. Nothing has been charged.</p>
            )}
          </Notice>
        ) : null}
        {problem ? (
          <Notice tone="bad" announce>
            <p>{problem.message}</p>
            {problem.advice ? <p>{problem.advice}</p> : null}
          </Notice>
        ) : null}
      </div>
    </form>
  )
}
