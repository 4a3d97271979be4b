import { useConfig } from '../../lib/config.ts'
import { money } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import { disputeWords } from '../orders/dispute-words.ts'
import { isInFlight, type OrderStatus } from '../orders/order-status.ts'
import { failureWords } from '../payment/failure-words.ts'

/** What an order that is not simply paid means for the customer, and what to do about it. */
export function PaymentStanding({ order, status }: { order: OrderPage; status: OrderStatus }) {
  const { supportEmail } = useConfig()
  const payable = status === 'pending' && order.payable
  const refunded = Number(order.refundedAmount ?? 0) > 0
  const surplus = Number(order.surplusReturnedAmount ?? 0) > 0
  const dispute = disputeWords(order)
  // Each debit note follows the credit note that it withdraws; a refund made since has a credit note of its own.
  const last = order.notes.at(-1)
  const sentBack = status === 'completed' && last?.kind === 'debit-note' ? last : undefined
  return (
    <>
      {payable && order.failureCode !== null ? (
        <Notice tone="bad" announce title="Your last payment did not go through" actions={<GoOn />}>
          <p>{failureWords(order.failureCode)} Nothing has been charged, and you can pay again.</p>
        </Notice>
      ) : null}
      {order.bankVerification !== null ? <BankVerification url={order.bankVerification.url} /> : null}
      {isInFlight(status) && order.failureCode === null && order.bankVerification === null ? (
        <Notice
          tone="info"
          title={payable ? 'We have not seen your payment yet' : 'Your payment is on its way'}
          actions={payable ? <GoOn /> : undefined}
        >
          <p>
            {payable ? 'If you have just paid, this' : 'This'} usually takes minutes, and can take up to 24
            hours. You can refresh this page to check; it also looks by itself, and you may close it: we send
            an email as soon as the payment is confirmed.
          </p>
          {payable ? (
            <p>If you have not paid, nothing has been charged, and you can go on where you stopped.</p>
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
        <Notice tone="info" title="A payment too many went back">
          <p>
            We received more for this order than it costs.{' '}
            {money(order.surplusReturnedAmount, order.currency)} of it went back to the payment method you
            used. Your invoice stays as it is.
            {order.holdsPlace ? ' Your enrollment stays active.' : null}
          </p>
        </Notice>
      ) : null}
      {sentBack ? (
        <Notice tone="warn" title="A refund did not reach you">
          <p>
            The bank behind the payment method you used sent {money(sentBack.amount, order.currency)} back to
            us. It is not lost: we will arrange another way to pay you back. Please write to{' '}
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

/** The payment waits for its buyer, who has something to do outside this site. */
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
        Within two business days one or two small deposits arrive in your bank account. Confirm them within
        ten days: only then is your payment made.
      </p>
      {url === null ? (
        <p>
          The page on which you confirm them could not be reached just now. Please refresh this page in a few
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

function GoOn() {
  return <ButtonLink to="/payment">Complete your payment</ButtonLink>
}
