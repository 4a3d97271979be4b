import { Elements } from '@stripe/react-stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { payCompanyOrder } from '#modules/commerce/checkout/contract-company.ts'
import { terms } from '#modules/content/base-template/terms.ts'
import type { SignedInUser } from '../../lib/auth.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { useContent } from '../../lib/content.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Spinner } from '../../ui/surface.tsx'
import { forgetOrders } from '../api.ts'
import { useElementsOptions } from '../payment/appearance.ts'
import { PaymentForm } from '../payment/payment-form.tsx'
import { PaymentTerms } from '../payment/payment-notes.tsx'
import type { IntentState } from '../payment/payment-outcome.ts'
import { stripeClient } from '../payment/stripe-script.ts'
import { fieldsOf } from '../program/section.ts'

/** The card form for an order's open amount: the whole total, or the rest after a bank transfer that was too low. */
export function CardPayment({ orderId, user }: { orderId: string; user: SignedInUser }) {
  const { stripeScriptUrl } = useConfig()
  const setup = useQuery({
    queryKey: ['company-payment', orderId],
    queryFn: async () => {
      const prepared = await call<typeof payCompanyOrder>('POST', '/api/company-orders/:id/payment', {
        params: { id: orderId },
      })
      return { prepared, stripe: await stripeClient(prepared.publishableKey, stripeScriptUrl) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  if (setup.isError)
    return (
      <Notice
        tone="bad"
        announce
        title="The card payment could not be prepared."
        actions={
          <Button variant="secondary" busy={setup.isFetching} onClick={() => void setup.refetch()}>
            Try again
          </Button>
        }
      >
        {saidByServer(setup.error) ?? 'Nothing has been charged. Check your connection, then try again.'}
      </Notice>
    )
  if (!setup.data) return <Spinner label="Loading payment form..." />
  return <CardForm orderId={orderId} user={user} {...setup.data} />
}

interface CardFormProps {
  orderId: string
  user: SignedInUser
  prepared: AnswerOf<typeof payCompanyOrder>
  stripe: Awaited<ReturnType<typeof stripeClient>>
}

function CardForm({ orderId, user, prepared: { paymentIntent }, stripe }: CardFormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { page } = useContent(terms)
  const options = useElementsOptions(paymentIntent.clientSecret)
  function leave({ id }: Pick<IntentState, 'id'>): void {
    // This call checks the payment at Stripe, so that the order is complete when its page is shown.
    void fetch(`/api/checkout/verify-payment-intent/${encodeURIComponent(id)}`, { credentials: 'include' })
      .catch(() => undefined)
      .then(() => forgetOrders(client))
      .then(() => navigate(`/organization/orders/${orderId}`, { replace: true }))
  }
  return (
    <Elements stripe={stripe} options={options}>
      <PaymentForm
        email={user.email}
        name={`${user.firstName} ${user.lastName}`.trim()}
        price={money(paymentIntent.amount, paymentIntent.currency)}
        details={null}
        beforePaying={async () => undefined}
        terms={<PaymentTerms version={fieldsOf(page, 'legal')?.effectiveDate} />}
        onPaid={leave}
        onProcessing={leave}
      />
    </Elements>
  )
}
