import { Elements } from '@stripe/react-stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { money } from '../../lib/format.ts'
import { keys } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { forgetOrders, type Intent } from '../api.ts'
import { HeldPlace } from '../cohorts/held-place.tsx'
import type { PaymentState } from '../enrollment/use-enrollment.ts'
import { useStoredProfile } from '../program/certification-profile.ts'
import { OrganizationNote } from '../program/organization-note.tsx'
import { welcome } from '../program/welcome-toast.ts'
import { useAnswerWords } from '../questionnaire/answer-words.ts'
import { AnswersList } from '../questionnaire/answers-list.tsx'
import { useElementsOptions } from './appearance.ts'
import { CouponCode } from './coupon-code.tsx'
import { InvoiceDetailsFields } from './invoice-details.tsx'
import { readLastPayment, rememberPayment } from './last-payment.ts'
import styles from './payment.module.css'
import { PaymentForm } from './payment-form.tsx'
import { AfterPaying, PaymentNotes, PaymentTerms } from './payment-notes.tsx'
import type { IntentState } from './payment-outcome.ts'
import { PaymentIncludes, PaymentSummary } from './payment-summary.tsx'
import { TaxLine } from './tax-line.tsx'
import { useCoupon } from './use-coupon.ts'
import { useEarlyStart } from './use-early-start.tsx'
import { useInvoiceDetails } from './use-invoice-details.ts'
import type { PaymentSetup } from './use-payment-setup.ts'
import { useTax } from './use-tax.ts'

export interface PayProps {
  setup: PaymentSetup
  name: string
  user: PaymentState['user']
  product: PaymentState['product']
  termsVersion: string | undefined
  /** Requests the payment again, with a coupon code. */
  prepareWithCode: (code: string) => Promise<Intent>
}

/** The payment form with the summary of the order. */
export function Pay({ setup, name, user, product, termsVersion, prepareWithCode }: PayProps) {
  const { intent, stripe } = setup
  const client = useQueryClient()
  const navigate = useNavigate()
  const left = useRef(false)
  const price = money(intent.order.totalAmount, intent.order.currency)
  const clientSecret = intent.paymentIntent?.clientSecret ?? ''
  const options = useElementsOptions(clientSecret)
  const details = useInvoiceDetails(intent.order.id, intent.invoiceDetails)
  const { country, company, taxId } = details.values
  const tax = useTax(
    details.asked === 'off'
      ? undefined
      : { amount: intent.order.totalAmount, currency: intent.order.currency, country, company, taxId },
  )
  const early = useEarlyStart(intent.order.id)
  const answers = useAnswerWords(useStoredProfile())

  function leave(paid: Pick<IntentState, 'id'>): void {
    if (left.current) return
    left.current = true
    void forgetOrders(client)
    navigate(`/checkout/success?payment_intent=${encodeURIComponent(paid.id)}`, {
      replace: true,
      state: { orderId: intent.order.id, productInfo: product, paymentIntentId: paid.id },
    })
  }

  const coupon = useCoupon(product, intent, prepareWithCode, (orderId) => {
    left.current = true
    welcome('Welcome to the program!')
    navigate(`/certification/enrollment/${orderId}`, { replace: true })
  })
  const discounts = coupon.free?.price.discounts ?? intent.order.discounts ?? []
  const total = coupon.free ? money(coupon.free.price.total, intent.order.currency) : price

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

  // The same order may be open in a second tab: after a payment in one tab, the other shows the result, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener lives as long as the payment
  useEffect(() => {
    function follow(event: StorageEvent): void {
      if (event.key !== keys.lastPayment) return
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
          {coupon.free ? (
            <FreeEnrollment terms={<PaymentTerms version={termsVersion} />} enroll={coupon.enroll} />
          ) : (
            <Elements key={clientSecret} stripe={stripe} options={options}>
              <PaymentForm
                email={user.email}
                name={`${user.firstName} ${user.lastName}`.trim()}
                price={price}
                details={<InvoiceDetailsFields details={details} />}
                beforePaying={async () => {
                  const refused = (await early.save()) ?? (await details.save(tax?.tax ?? undefined))
                  if (refused) void client.invalidateQueries({ queryKey: ['tax'] })
                  return refused
                }}
                terms={
                  <>
                    {early.checkbox}
                    <PaymentTerms version={termsVersion} />
                  </>
                }
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
          )}
          <PaymentNotes />
          <AfterPaying />
        </div>
        <div className={styles.summary}>
          <PaymentSummary
            name={name}
            price={total}
            discounts={discounts.map(({ reason, amount }) => ({
              reason,
              amount: money(amount, intent.order.currency),
            }))}
            list={money(
              Number(coupon.free?.price.total ?? intent.order.totalAmount) +
                discounts.reduce((sum, { amount }) => sum + Number(amount), 0),
              intent.order.currency,
            )}
            code={<CouponCode applied={discounts.length > 0} apply={coupon.apply} />}
            tax={coupon.free ? null : <TaxLine tax={tax} />}
            date={<HeldPlace orderId={intent.order.id} given={intent.cohort ?? null} />}
          />
        </div>
        <div className={styles.includes}>
          <OrganizationNote className={styles.organization} />
          <PaymentIncludes />
          <AnswersList answers={answers} changeable />
        </div>
      </div>
    </>
  )
}

interface FreeEnrollmentProps {
  /** The terms that the buyer accepts. */
  terms: ReactNode
  /** Completes the order; returns an error message if it fails. */
  enroll: () => Promise<string | undefined>
}

/** Replaces the card form if the code covers the whole price. */
function FreeEnrollment({ terms, enroll }: FreeEnrollmentProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function go(): Promise<void> {
    setBusy(true)
    setProblem(await enroll())
    setBusy(false)
  }
  return (
    <div className={styles.free}>
      <Notice tone="good" title="Nothing to pay." announce>
        Your code covers the whole price. No card is needed.
      </Notice>
      {terms}
      <Button size="large" wide busy={busy} busyText="Enrolling..." onClick={() => void go()}>
        Complete enrollment
      </Button>
      <FormProblem text={problem} />
    </div>
  )
}
