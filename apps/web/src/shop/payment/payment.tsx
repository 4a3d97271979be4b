import { useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { terms } from '#modules/content/base-template/terms.ts'
import { useAuth, useSignedOut } from '../../lib/auth.ts'
import { useContent } from '../../lib/content.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { Page as Frame } from '../../ui/page.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { type IntentRequest, useProgram } from '../api.ts'
import { infoOf, type PaymentState, programDetailsPath } from '../enrollment/use-enrollment.ts'
import { useOwnDocument } from '../orders/own-document.ts'
import { readProfile, useSkippedSteps } from '../program/certification-profile.ts'
import { EnrolledDialog } from '../program/enrolled-dialog.tsx'
import { fieldsOf } from '../program/section.ts'
import { usePurchaseSteps } from '../questionnaire/purchase-steps.ts'
import { Pay } from './pay.tsx'
import styles from './payment.module.css'
import { SettingUp, SetupFailed } from './payment-states.tsx'
import { type PaymentSetup, SetupFailure, type SetupReason, usePaymentSetup } from './use-payment-setup.ts'

const missing = 'Missing product or user information'

/** The payment page. */
export function Page() {
  const hasOwnDocument = useOwnDocument()
  useEffect(() => session.set(keys.certificationStep, '3'), [])
  return (
    <Frame title="Payment">
      <div className={styles.tracker}>
        <ProgressTracker current={3} labels={usePurchaseSteps()} skipped={useSkippedSteps()} />
      </div>
      {hasOwnDocument ? <Checkout /> : <SettingUp />}
    </Frame>
  )
}

/**
 * User and product come from the navigation state. Without it, such as for a typed address, both are requested from the
 * server, which resumes the open payment.
 */
function Checkout() {
  const given = (useLocation().state ?? {}) as Partial<PaymentState>
  const navigate = useNavigate()
  const auth = useAuth()
  const program = useProgram()
  const { page, loading } = useContent(terms)
  const [again, setAgain] = useState(given.confirmAgain === true)
  const user = auth.status === 'customer' ? auth.user : undefined
  const product = given.product ?? (program.data && infoOf(program.data))
  const termsVersion = fieldsOf(page, 'legal')?.effectiveDate
  const request = useMemo<IntentRequest | undefined>(
    () =>
      user && product && !loading
        ? {
            productId: product.id,
            userEmail: user.email,
            answers: readProfile(session.json(keys.certificationProfile)),
            termsVersion,
            confirmAgain: again,
          }
        : undefined,
    [user, product, loading, again, termsVersion],
  )
  const setup = usePaymentSetup(request)
  const failure = useLastingFailure(setup.error)
  const isIncomplete = auth.status === 'guest' || (!product && program.isError)
  const problem = failure?.message ?? (isIncomplete ? missing : undefined)
  const reason = failure?.reason ?? (auth.status === 'guest' ? 'guest' : 'failed')
  useSetupToasts(problem, reason, setup.data)

  if (reason === 'under-way') {
    return <Navigate to={`/certification/enrollment/${failure?.orderId}`} replace />
  }
  if (reason === 'owned') {
    return (
      <>
        <SettingUp name={product?.name} />
        <EnrolledDialog
          order={failure?.orderId === undefined ? undefined : { id: failure.orderId }}
          onAgain={() => setAgain(true)}
          onClose={() => navigate(programDetailsPath, { replace: true })}
        />
      </>
    )
  }
  if (problem) {
    return (
      <SetupFailed
        message={problem}
        reason={reason}
        orderId={failure?.orderId}
        retrying={setup.isFetching || program.isFetching}
        onRetry={() => void (product ? setup.refetch() : program.refetch())}
      />
    )
  }
  if (!setup.data || !user || !product) return <SettingUp name={product?.name} />
  return (
    <Pay
      setup={setup.data}
      name={product.name}
      user={user}
      product={product}
      termsVersion={termsVersion}
      prepareWithCode={setup.withCode}
    />
  )
}

/** The failure of the setup. That of an ended session is kept, because the user is removed from the state then. */
function useLastingFailure(error: Error | null): SetupFailure | undefined {
  const forget = useSignedOut()
  const [expired, setExpired] = useState<SetupFailure>()
  const failure =
    error instanceof SetupFailure ? error : error ? new SetupFailure(error.message, 'failed') : undefined
  const ended = failure?.reason === 'expired' ? failure : undefined
  useEffect(() => {
    if (!ended) return
    setExpired(ended)
    forget()
  }, [ended, forget])
  return failure ?? expired
}

/** Shows the setup's problem as a toast, except that the customer is enrolled already, which a dialog shows. */
function useSetupToasts(
  problem: string | undefined,
  reason: SetupReason | 'guest',
  setup: PaymentSetup | undefined,
): void {
  useEffect(() => {
    if (!problem || reason === 'owned') return
    const show = reason === 'under-way' ? notify.info : notify.error
    // The text is the id, so that another problem is shown while the previous toast is still open.
    show(problem, { toastId: problem })
  }, [problem, reason])
  useEffect(() => {
    if (!setup?.intent.resumed) return
    notify.info('Resuming your previous payment session...', { toastId: 'payment-resumed' })
    // After the payment, or when the visitor leaves the page, the message no longer applies.
    return () => notify.dismiss('payment-resumed')
  }, [setup])
}
