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

/** The payment: nothing but the form and the summary. */
export function Page() {
  const here = useOwnDocument()
  useEffect(() => session.set(keys.certificationStep, '3'), [])
  return (
    <Frame title="Payment">
      <div className={styles.tracker}>
        <ProgressTracker current={3} labels={usePurchaseSteps()} skipped={useSkippedSteps()} />
      </div>
      {here ? <Checkout /> : <SettingUp />}
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
  const nobody = auth.status === 'guest' || (!product && program.isError)
  const problem = failure?.message ?? (nobody ? missing : undefined)
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

/** The failure of the setup; that of an ended session stays on the screen after this browser has forgotten the user. */
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

/** Says what stands in the way; the question of whoever owns a seat is asked in a dialog instead. */
function useSetupToasts(
  problem: string | undefined,
  reason: SetupReason | 'guest',
  setup: PaymentSetup | undefined,
): void {
  useEffect(() => {
    if (!problem || reason === 'owned') return
    const say = reason === 'under-way' ? notify.info : notify.error
    // By its words: another problem is said even while the one before stands there.
    say(problem, { toastId: problem })
  }, [problem, reason])
  useEffect(() => {
    if (!setup?.intent.resumed) return
    notify.info('Resuming your previous payment session...', { toastId: 'payment-resumed' })
    // Paid, or left: it is resumed no more.
    return () => notify.dismiss('payment-resumed')
  }, [setup])
}
