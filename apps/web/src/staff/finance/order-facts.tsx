import { money } from '../../lib/format.ts'
import { useNoAddressWords } from '../frame/staff-member.ts'
import { isNothing } from '../parts/amounts.ts'
import { ledgerMoment } from './moments.ts'
import styles from './order.module.css'
import type { FinanceOrder, OrderState } from './order-answers.ts'
import { cardWords } from './words.ts'

interface OrderFactsProps {
  id: string
  order: FinanceOrder | OrderState
  /** Null if the member of staff may not see it or the buyer is erased. */
  email: string | null | undefined
  /** Name and company as on the invoice. */
  buyer: readonly (string | null | undefined)[]
  /** The row with the buyer is still loading. */
  isLoading: boolean
}

/** The amounts, then the buyer and the program. */
export function OrderFacts({ id, order, email, buyer, isLoading }: OrderFactsProps) {
  const { currency } = order
  const noAddress = useNoAddressWords()
  return (
    <div className={styles.facts}>
      <dl className={styles.amounts}>
        <div>
          <dt>Total</dt>
          <dd>{money(order.totalAmount, currency)}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{money(order.receivedAmount, currency)}</dd>
        </div>
        <div>
          <dt>Refunded</dt>
          <dd>{money(order.refundedAmount, currency)}</dd>
        </div>
        {isNothing(order.surplusReturnedAmount) ? null : (
          <div>
            <dt>Of which surplus</dt>
            <dd>{money(order.surplusReturnedAmount, currency)}</dd>
          </div>
        )}
      </dl>
      <dl className={styles.about}>
        <div>
          <dt>Buyer</dt>
          <dd>{[...buyer, email].filter(Boolean).join(', ') || (isLoading ? 'Loading...' : noAddress)}</dd>
        </div>
        <div>
          <dt>Program</dt>
          <dd>{order.programName}</dd>
        </div>
        <div>
          <dt>Placed</dt>
          <dd>{ledgerMoment(order.createdAt)}</dd>
        </div>
        <div>
          <dt>Invoice</dt>
          <dd>{order.invoiceNumber ?? 'none yet'}</dd>
        </div>
        {'intents' in order && paid(order).length > 0 ? (
          <div>
            <dt>Paid with</dt>
            <dd>
              {paid(order).map((payment) => (
                <PaidWith key={payment.id} payment={payment} />
              ))}
            </dd>
          </div>
        ) : null}
      </dl>
      {'answersInWords' in order && order.answersInWords.length > 0 ? (
        <dl className={styles.answers}>
          {order.answersInWords.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <p className={styles.ids}>
        Order id <span>{id}</span>, buyer id <span>{order.buyerId}</span>
      </p>
    </div>
  )
}

type Payment = OrderState['intents'][number]

const paid = (order: OrderState): Payment[] => order.intents.filter(({ state }) => state === 'succeeded')

/** The card of a payment, and the payment in Stripe's dashboard. */
function PaidWith({ payment: { id, card, page } }: { payment: Payment }) {
  return (
    <span className={styles.paidWith}>
      {card ? cardWords(card) : id}
      {page ? (
        <a href={page} target="_blank" rel="noreferrer" aria-label={`Payment ${id} at Stripe`}>
          View at Stripe
        </a>
      ) : null}
    </span>
  )
}
