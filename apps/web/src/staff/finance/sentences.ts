import { shortOrderId } from '../../lib/format.ts'
import type { Tone } from '../../ui/surface.tsx'
import { withMoney } from '../parts/amounts.ts'
import type { OrderEvent } from './api.ts'
import { orderTellings } from './order-sentences.ts'
import { amountOf, plain, type Telling, type Tellings, text } from './telling.ts'

type Told = Pick<OrderEvent, 'type' | 'data'>

const intentTellings: Tellings = {
  succeeded: (data) => ({
    sentence: `Stripe received ${amountOf({ ...data, amount: data.amountReceived })}.`,
    short: 'Paid',
    tone: 'good',
  }),
  processing: (data) => ({
    sentence: `Stripe is processing a payment of ${amountOf(data)}.`,
    short: 'Processing',
    tone: 'warn',
  }),
  requires_action: ({ awaiting }) =>
    awaiting === 'microdeposits'
      ? {
          sentence: 'The buyer has up to ten days to confirm deposits to their bank account.',
          short: 'Verifying bank',
          tone: 'warn',
        }
      : { sentence: "The buyer's bank asks them to confirm the payment.", short: 'Bank asks', tone: 'warn' },
  requires_capture: (data) => ({
    sentence: `${amountOf(data)} is reserved and not yet taken.`,
    short: 'Reserved',
    tone: 'warn',
  }),
  requires_confirmation: () => ({
    sentence: 'A way to pay was chosen and the payment is not yet confirmed.',
    short: 'Chosen',
    tone: 'info',
  }),
  canceled: () => ({
    sentence: 'The payment was cancelled at Stripe; nothing more can be paid with it.',
    short: 'Cancelled',
    tone: 'bad',
  }),
  missing: () => ({
    sentence: 'Stripe does not know this payment in the account that is configured.',
    short: 'Not at Stripe',
    tone: 'bad',
  }),
  requires_payment_method: ({ failureCode }) =>
    text(failureCode) === ''
      ? {
          sentence: "Stripe waits for the buyer's card or bank details.",
          short: 'Awaiting details',
          tone: 'info',
        }
      : {
          sentence: `The payment was declined: ${plain(text(failureCode))}. The buyer may try again or pay in another way.`,
          short: 'Declined',
          tone: 'bad',
        },
}

const refundTellings: Record<string, (amount: string) => Telling> = {
  succeeded: (amount) => ({ sentence: `${amount} went back to the buyer.`, short: 'Refunded', tone: 'good' }),
  pending: (amount) => ({
    sentence: `A refund of ${amount} is on its way.`,
    short: 'Refund pending',
    tone: 'warn',
  }),
  requires_action: (amount) => ({
    sentence: `A refund of ${amount} waits for something the buyer has to do.`,
    short: 'Refund waits',
    tone: 'warn',
  }),
  failed: (amount) => ({
    sentence: `The refund of ${amount} failed; the money stays with us.`,
    short: 'Refund failed',
    tone: 'bad',
  }),
  canceled: (amount) => ({
    sentence: `The refund of ${amount} was cancelled; the money stays with us.`,
    short: 'Refund off',
    tone: 'bad',
  }),
}

const flagSentences: Record<string, string> = {
  'wrong-amount':
    'The payment is not of the amount that was ordered, so it pays for nothing. It should go back.',
  'wrong-currency':
    'The payment is in another currency than the order, so it pays for nothing. It should go back.',
  'wrong-order':
    'A payment names another order, so it pays for nothing here. Compare both orders, then refund it or leave it.',
  surplus: 'More was received than the order costs. The surplus should go back.',
  'order-edited':
    'The order id that this payment carries at Stripe was changed or removed. The payment still counts for this order. Find out who changed it.',
  'amount-edited':
    'Stripe told two different amounts of this one payment. The order stays paid. Compare the payment with Stripe.',
  'refund-edited':
    'The request that this refund carries at Stripe was changed or removed. The refund still counts as asked for here. Find out who changed it.',
  'refund-refused': 'Stripe refused a refund that was asked for. It has to be settled another way.',
  'refund-failed': 'A refund did not reach the buyer. It has to be settled another way.',
  'refund-without-seats':
    'This refund was made at Stripe and not asked for here, so no seat was closed with it. Compare the seats of the order with what is paid for.',
}

const disputeSentences: Record<string, string> = {
  needs_response: 'is open and needs our answer',
  warning_needs_response: 'may come: the bank asks about the payment',
  under_review: 'is with the bank',
  warning_under_review: 'may come: the bank looks at our answer',
  won: 'was decided for us',
  lost: 'was decided for the buyer',
  warning_closed: 'did not come: the question was closed',
  prevented: 'was prevented',
}

const tellings: Tellings = {
  ...orderTellings,
  PaymentRequested: () => ({
    sentence: 'We set out to ask Stripe for the payment.',
    short: 'Payment asked',
    tone: 'info',
  }),
  PaymentIntentCreated: (data) => ({
    sentence: `Stripe opened the payment ${text(data.intentId)}.`,
    short: 'Opened',
    tone: 'info',
  }),
  PaymentIntentObserved: (data) =>
    intentTellings[text(data.state)]?.(data) ?? unnamed('payment', text(data.state)),
  RefundRequested: (data) => ({
    sentence: `Finance asked Stripe to give back ${amountOf(data)}: ${text(data.reason)}.`,
    short: 'Refund asked',
    tone: 'warn',
  }),
  RefundRefused: (data) => ({
    sentence: `Stripe refused to give back ${amountOf(data)}; nothing went back. It says: ${text(data.message)}`,
    short: 'Refund refused',
    tone: 'bad',
  }),
  RefundObserved: (data) =>
    refundTellings[text(data.state)]?.(amountOf(data)) ?? unnamed('refund', text(data.state)),
  DisputeObserved: (data) => {
    const ending = disputeSentences[text(data.state)]
    const reason = text(data.reason) === '' ? '' : ` (${plain(text(data.reason))})`
    return ending === undefined
      ? unnamed('dispute', text(data.state))
      : {
          sentence: `A dispute over ${amountOf(data)}${reason} ${ending}.`,
          short: data.state === 'won' ? 'Dispute won' : data.state === 'lost' ? 'Dispute lost' : 'Dispute',
          tone: data.state === 'won' ? 'good' : 'bad',
        }
  },
  InvoiceIssued: (data) => ({
    sentence: `Invoice ${numbered('INV', data)} was issued.`,
    short: 'Invoice',
    tone: 'info',
  }),
  CreditNoteIssued: (data) => ({
    sentence: `Credit note ${numbered('CN', data)} over ${amountOf(data)} was issued.`,
    short: 'Credit note',
    tone: 'info',
  }),
  DebitNoteIssued: (data) => ({
    sentence: `Debit note ${numbered('DN', data)} over ${amountOf(data)} was issued: the refund failed, its credit note is withdrawn.`,
    short: 'Debit note',
    tone: 'bad',
  }),
  SurplusReturned: (data) => ({
    sentence: `${amountOf(data)} of a refund was a payment too many: it went back without a credit note, the invoice stays as it is.`,
    short: 'Surplus back',
    tone: 'info',
  }),
  OrderFlagged: (data) => ({
    sentence:
      data.reason === 'second-order'
        ? `The buyer paid ${amountOf(data)} although order ${shortOrderId(text(data.subject))} for the same program is paid too. Ask whether that was meant; if not, refund one of them.`
        : (flagSentences[text(data.reason)] ?? `Flagged: ${plain(text(data.reason))}.`),
    short: 'Flagged',
    tone: 'bad',
  }),
  OrderCancelled: ({ reason }) => ({
    sentence: `The order was cancelled${text(reason) === '' ? '' : `: ${plain(text(reason))}`}.`,
    short: 'Cancelled',
    tone: 'bad',
  }),
  NoteAdded: (data) => ({ sentence: `Remark: ${withMoney(text(data.text))}`, short: 'Remark', tone: 'info' }),
}

/** An event in plain words. A type or a state that this screen does not know is named, never hidden. */
export function tellingOf({ type, data }: Told): Telling {
  return (
    tellings[type]?.(data) ?? { sentence: `${type} was recorded.`, short: type, tone: 'info' satisfies Tone }
  )
}

/** Who caused an event: kinds and short ids, as the log keeps them; of `staff`, usernames by id, the name. */
export function actorWords(actor: string, staff: ReadonlyMap<string, string> = new Map()): string {
  const [kind = '', id = '', person] = actor.split(':', 3)
  const words: Record<string, string> = {
    customer: `Buyer ${id.slice(-8)}`,
    staff: staff.get(id) ?? `Staff ${id.slice(-8)}`,
    provider: id === 'stripe' ? 'Stripe' : plain(id),
    system: `System, ${plain(id)}${person === undefined ? '' : `, ${person}`}`,
    guest: 'Guest',
  }
  return words[kind] ?? (actor === '' ? 'Unknown' : actor)
}

function unnamed(what: string, state: string): Telling {
  return { sentence: `Stripe reports the ${what} as "${plain(state)}".`, short: plain(state), tone: 'info' }
}

function numbered(prefix: 'INV' | 'CN' | 'DN', { number, year }: Record<string, unknown>): string {
  const digits = String(number ?? '').padStart(6, '0')
  return typeof year === 'number' ? `${prefix}-${year}-${digits}` : `${prefix}-${digits}`
}

const typeWords: Record<string, string> = {
  PaymentIntentObserved: 'Stripe told of the payment',
  RefundObserved: 'Stripe told of the refund',
  DisputeObserved: 'Stripe told of the dispute',
  ProviderFeeObserved: 'Stripe kept its fee',
}

/** What kind of event moved a figure, in words; one this screen does not know is shown as it is. */
export const eventTypeWords = (type: string): string => typeWords[type] ?? type
