import { useConfig } from '../../lib/config.ts'
import { money } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import { disputeWords } from '../orders/dispute-words.ts'
import { isInFlight, type OrderStatus } from '../orders/order-status.ts'
import { failureWords } from '../payment/failure-words.ts'

/** Notices about an order whose payment is open, failed, refunded or disputed, with the customer's next step. */
export function PaymentStanding({ order, status }: { order: OrderPage; status: OrderStatus }) {
  const { supportEmail } = useConfig()
  const payable = status === 'pending' && order.payable
  const refunded = Number(order.refundedAmount ?? 0) > 0
  const surplus = Number(order.surplusReturnedAmount ?? 0) > 0
  const dispute = disputeWords(order)
  // A debit note follows the credit note that it withdraws. A later refund has a credit note of its own, which is then last.
  const last = order.notes.at(-1)
  const sentBack = status === 'completed' && last?.kind === 'debit-note' ? last : undefined
  return (
    <>
      {payable && order.failureCode !== null ? (
        <Notice
          tone="bad"
          announce
          title="Your last payment did not go through"
          actions={<CompletePayment />}
        >
          <p>{failureWords(order.failureCode)} Nothing has been charged, and you can pay again.</p>
        </Notice>
      ) : null}
      {order.bankVerification !== null ? <BankVerification url={order.bankVerification.url} /> : null}
      {isInFlight(status) && order.failureCode === null && order.bankVerification === null ? (
        <Notice
          tone="info"
          title={payable ? 'We have not seen your payment yet' : 'Your payment is on its way'}
          actions={payable ? <CompletePayment /> : undefined}
        >
          <p>
            {payable ? 'If you have just paid, this' : 'This'} usually takes minutes, and can take up to 24
            hours. You can refresh this page to check. It also updates by itself, and you can close it: we
            send an email as soon as the payment is confirmed.
          </p>
          {payable ? (
            <p>If you have not paid, nothing has been charged, and you can continue where you left off.</p>
          ) : null}
        </Notice>
      ) : null}
      {status === 'completed' && refunded ? (
        <Notice tone="info" title="Part of your payment was refunded">
          <p>
            {money(order.refundedAmount, order.currency)} of {money(order.totalAmount, order.currency)} went
            back to the payment method you used.
            {order.holdsPlace ? ' Your enrollment stays active.' : null}
          </p>
        </Notice>
      ) : null}
      {surplus ? (
        <Notice tone="info" title="We returned an overpayment">
          <p>
            We received more for this order than it costs.{' '}
            {money(order.surplusReturnedAmount, order.currency)} went back to the payment method you used.
            Your invoice has not changed.
            {order.holdsPlace ? ' Your enrollment stays active.' : null}
          </p>
        </Notice>
      ) : null}
      {sentBack ? (
        <Notice tone="warn" title="A refund did not reach you">
          <p>
            The bank of the payment method you used returned {money(sentBack.amount, order.currency)} to us.
            The money is not lost: we will arrange another way to pay you back. Please write to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a> with the order number below.
          </p>
        </Notice>
      ) : null}
      {status === 'completed' || isInFlight(status) ? null : (
        <Notice
          tone={status === 'refunded' ? 'info' : 'bad'}
          title={status === 'refunded' ? 'The money is on its way back' : 'Please contact support'}
          actions={status === 'cancelled' ? <EnrollAgain /> : undefined}
        >
          {status === 'refunded' ? (
            <p>
              {money(order.refundedAmount, order.currency)} goes back to the payment method you used, usually
              within ten business days.
            </p>
          ) : null}
          {status === 'cancelled' ? (
            <p>We have kept no money for this order. If you still want your place, you can enroll again.</p>
          ) : null}
          <p>
            {status === 'refunded' ? 'For any question, write' : 'Write'} to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a> with the order number below. A person
            answers within 1 business day.
          </p>
        </Notice>
      )}
      {dispute ? (
        <Notice
          tone={dispute.tone}
          title={dispute.title}
          actions={dispute.support ? <EnrollAgain /> : undefined}
        >
          <p>{dispute.text}</p>
          {dispute.support ? (
            <p>
              If you still want your place, you can enroll again. If you think this is a mistake, write to{' '}
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a> with the order number below. A person
              answers within 1 business day.
            </p>
          ) : null}
        </Notice>
      ) : null}
    </>
  )
}

/** Shown while the buyer has to verify the bank account, on a page of the payment provider. */
function BankVerification({ url }: { url: string | null }) {
  return (
    <Notice
      tone="warn"
      title="Verify your bank account"
      actions={
        url === null ? undefined : (
          <ButtonLink to={url} reloadDocument target="_blank" rel="noreferrer">
            Confirm the deposit
            <span className="visually-hidden"> (opens in a new tab)</span>
          </ButtonLink>
        )
      }
    >
      <p>
        Within two business days you receive one or two small deposits in your bank account. Please confirm
        them within ten days to complete your payment.
      </p>
      {url === null ? (
        <p>
          The page for confirming them could not be reached just now. Please refresh this page in a few
          minutes.
        </p>
      ) : null}
    </Notice>
  )
}

function EnrollAgain() {
  return (
    <ButtonLink to="/certification/program-details" variant="secondary">
      Enroll again
    </ButtonLink>
  )
}

function CompletePayment() {
  return <ButtonLink to="/payment">Complete your payment</ButtonLink>
}
