import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../lib/auth.ts'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { Notice, Spinner } from '../../ui/surface.tsx'
import { findOrder, forgetOrders, useProgram } from '../api.ts'
import { Setback, SupportLink } from '../enrollment/setback.tsx'
import { useSkippedSteps } from '../program/certification-profile.ts'
import { welcome } from '../program/welcome-toast.ts'
import { usePurchaseSteps } from '../questionnaire/purchase-steps.ts'
import { certificationName } from './certification-name.ts'
import { paymentReference, rememberedPayment, withoutSecrets } from './last-payment.ts'
import styles from './payment.module.css'
import { useLongWait } from './use-long-wait.ts'

/** The page after a payment: requests the payment's order from the server, and navigates to it. */
export function Page() {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const program = useProgram()
  const auth = useAuth()
  const [reference] = useState(() => paymentReference(query, rememberedPayment(Date.now())))
  const [failedOnReturn] = useState(() => query.get('redirect_status') === 'failed')
  const productName =
    (location.state as { productInfo?: { name?: string } } | null)?.productInfo?.name ?? program.data?.name
  const named = productName !== undefined || program.isError

  const verification = useQuery({
    queryKey: ['payment-verification', reference],
    queryFn: async () => {
      if (!reference) throw new Error('No payment information found')
      const order = await findOrder(reference)
      if (!order) throw new Error('No order information found')
      return order
    },
    retry: (count, failure) =>
      count < 2 && failure instanceof ApiFailure && (failure.offline || failure.status >= 500),
    gcTime: 0,
  })
  const { data: order, error } = verification
  const long = useLongWait(verification.isFetching)

  // After a redirect, Stripe leaves the payment's client secret in the address.
  useEffect(() => {
    const search = withoutSecrets(location.search)
    if (search !== null) {
      navigate({ pathname: location.pathname, search }, { replace: true, state: location.state })
    }
  }, [location, navigate])

  useEffect(() => {
    if (order === undefined || !named || auth.status === 'loading') return
    void forgetOrders(client)
    // A guest's answer has no status, so there is no welcome: whether the payment succeeded is unknown.
    const status = order.status ?? (auth.status === 'customer' ? 'completed' : undefined)
    if (!failedOnReturn && status === 'completed') {
      welcome(`Payment successful! Welcome to the ${certificationName(productName)}!`)
    }
    navigate(`/certification/enrollment/${encodeURIComponent(order.id)}`, { replace: true })
  }, [order, named, productName, failedOnReturn, auth.status, client, navigate])

  useEffect(() => {
    if (error)
      notify.error('Unable to verify payment. Please contact support.', { toastId: 'payment-verification' })
  }, [error])

  return (
    <Frame title="Payment Verification">
      <div className={styles.tracker}>
        <ProgressTracker current={3} labels={usePurchaseSteps()} skipped={useSkippedSteps()} />
      </div>
      {error && !verification.isFetching ? (
        <VerificationError message={problemOf(error)} onRetry={() => void verification.refetch()} />
      ) : (
        <div className={styles.verifying}>
          <h1 className={styles.heading}>Verifying your payment...</h1>
          <Spinner label="This takes a few seconds. Please keep this page open." />
          {long ? (
            <Notice tone="info" announce title="This is taking longer than usual">
              <p>
                The payment provider is responding slowly at the moment. Your payment is safe: if you close
                this page, we send an email as soon as it is confirmed. Please do not pay a second time.
              </p>
            </Notice>
          ) : null}
        </div>
      )}
    </Frame>
  )
}

function problemOf(error: Error): string {
  if (error instanceof ApiFailure) return saidByServer(error) ?? 'Failed to verify payment'
  return error.message || 'Payment verification failed'
}

function VerificationError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Setback
      kind="problem"
      heading="Payment Verification Error"
      message={message}
      actions={
        <>
          <ButtonLink to="/profile">View My Orders</ButtonLink>
          <SupportLink />
          <Button variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p>
        If you have paid, your payment is safe: it appears under your orders as soon as the provider confirms
        it. Please do not pay a second time.
      </p>
    </Setback>
  )
}
