import type { OrderEventType } from '#modules/commerce/finance/books/contract.ts'
import { shortOrderId } from '../../lib/format.ts'
import type { Tone } from '../../ui/surface.tsx'
import { withMoney } from '../parts/amounts.ts'
import { amountOf, type EventText, type EventTexts, plain, text } from './event-text.ts'
import type { OrderEvent } from './order-answers.ts'
import { orderEventTexts } from './order-event-texts.ts'
import { cardWords } from './words.ts'

type RecordedEvent = Pick<OrderEvent, 'type' | 'data'>

/** Payments by other methods have no card. */
function paidWith(card: unknown): string {
  if (typeof card !== 'object' || card === null) return ''
  const { brand, last4 } = card as Record<string, unknown>
  return ` Paid with ${cardWords({ brand: text(brand), last4: text(last4) })}.`
}

const intentTexts: EventTexts = {
  succeeded: (data) => ({
    sentence: `Stripe received ${amountOf({ ...data, amount: data.amountReceived })}.${paidWith(data.card)}`,
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
    sentence: 'A payment method was chosen; the payment is not confirmed yet.',
    short: 'Chosen',
    tone: 'info',
  }),
  canceled: () => ({
    sentence: 'The payment was cancelled at Stripe; nothing more can be paid with it.',
    short: 'Cancelled',
    tone: 'bad',
  }),
  missing: () => ({
    sentence: 'The payment does not exist in the configured Stripe account.',
    short: 'Not at Stripe',
    tone: 'bad',
  }),
  requires_payment_method: ({ failureCode }) =>
    text(failureCode) === ''
      ? {
          sentence: "Stripe is waiting for the buyer's card or bank details.",
          short: 'Awaiting details',
          tone: 'info',
        }
      : {
          sentence: `The payment was declined: ${plain(text(failureCode))}. The buyer can try again or use another payment method.`,
          short: 'Declined',
          tone: 'bad',
        },
}

const refundTexts: Record<string, (amount: string) => EventText> = {
  succeeded: (amount) => ({
    sentence: `${amount} was refunded to the buyer.`,
    short: 'Refunded',
    tone: 'good',
  }),
  pending: (amount) => ({
    sentence: `A refund of ${amount} is pending.`,
    short: 'Refund pending',
    tone: 'warn',
  }),
  requires_action: (amount) => ({
    sentence: `A refund of ${amount} requires an action by the buyer.`,
    short: 'Refund on hold',
    tone: 'warn',
  }),
  failed: (amount) => ({
    sentence: `The refund of ${amount} failed; the money was not returned.`,
    short: 'Refund failed',
    tone: 'bad',
  }),
  canceled: (amount) => ({
    sentence: `The refund of ${amount} was cancelled; the money was not returned.`,
    short: 'Refund cancelled',
    tone: 'bad',
  }),
}

const flagSentences: Record<string, string> = {
  'wrong-amount':
    'The payment amount does not match the order, so the payment does not count. It should be refunded.',
  'wrong-currency':
    'The payment is in a different currency than the order, so it does not count. It should be refunded.',
  'wrong-order':
    'A payment names another order, so it does not count here. Compare both orders, then refund it or leave it.',
  surplus: 'More was received than the order total. The surplus should be refunded.',
  'order-edited':
    'The order id that this payment carries at Stripe was changed or removed. The payment still counts for this order. Find out who changed it.',
  'amount-edited':
    'Stripe reported two different amounts for this payment. The order stays paid. Compare the payment with Stripe.',
  'refund-edited':
    'The request that this refund carries at Stripe was changed or removed. The refund still counts as requested here. Find out who changed it.',
  'refund-refused': 'Stripe refused a requested refund. It has to be settled another way.',
  'refund-failed': 'A refund did not reach the buyer. It has to be settled another way.',
  'refund-without-seats':
    'This refund was created at Stripe and not requested here, so it closed no seats. Compare the seats of the order with the amount paid.',
}

const disputeSentences: Record<string, string> = {
  needs_response: 'is open and needs our response',
  warning_needs_response: 'may follow: the bank is inquiring about the payment',
  under_review: 'is under review by the bank',
  warning_under_review: 'may follow: the bank is reviewing our response',
  won: 'was decided in our favor',
  lost: 'was decided in the buyer’s favor',
  warning_closed: 'did not follow: the inquiry was closed',
  prevented: 'was prevented',
}

/** Every type has a text. */
const eventTexts: EventTexts<OrderEventType> = {
  ...orderEventTexts,
  PaymentRequested: () => ({
    sentence: 'The payment will be requested from Stripe.',
    short: 'Payment requested',
    tone: 'info',
  }),
  PaymentIntentCreated: (data) => ({
    sentence: `Stripe opened the payment ${text(data.intentId)}.`,
    short: 'Opened',
    tone: 'info',
  }),
  PaymentIntentObserved: (data) =>
    intentTexts[text(data.state)]?.(data) ?? unnamed('payment', text(data.state)),
  RefundRequested: (data) => ({
    sentence: `Finance requested a refund of ${amountOf(data)}: ${text(data.reason)}.`,
    short: 'Refund requested',
    tone: 'warn',
  }),
  RefundRefused: (data) => ({
    sentence: `Stripe refused a refund of ${amountOf(data)}; no money was returned. Stripe says: ${text(data.message)}`,
    short: 'Refund refused',
    tone: 'bad',
  }),
  RefundObserved: (data) =>
    refundTexts[text(data.state)]?.(amountOf(data)) ?? unnamed('refund', text(data.state)),
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
    sentence: `Debit note ${numbered('DN', data)} over ${amountOf(data)} was issued: the refund failed, so its credit note is reversed.`,
    short: 'Debit note',
    tone: 'bad',
  }),
  SurplusReturned: (data) => ({
    sentence: `${amountOf(data)} of a refund returned an overpayment: it has no credit note, and the invoice does not change.`,
    short: 'Surplus returned',
    tone: 'info',
  }),
  InvoiceReplaced: (data) => ({
    sentence: `The invoice is issued again with other details of its recipient: ${text(data.reason)}.`,
    short: 'Invoice corrected',
    tone: 'info',
  }),
  OrderFlagged: (data) => ({
    sentence:
      data.reason === 'second-order'
        ? `The buyer paid ${amountOf(data)} although order ${shortOrderId(text(data.subject))} for the same program is paid too. Ask the buyer whether this was intended; if not, refund one of them.`
        : (flagSentences[text(data.reason)] ?? `Flagged: ${plain(text(data.reason))}.`),
    short: 'Flagged',
    tone: 'bad',
  }),
  OrderCancelled: ({ reason }) => ({
    sentence: `The order was cancelled${text(reason) === '' ? '' : `: ${plain(text(reason))}`}.`,
    short: 'Cancelled',
    tone: 'bad',
  }),
  EarlyStartAgreed: ({ textVersion }) => ({
    sentence: `The buyer agreed to an early start, text of ${text(textVersion)}.`,
    short: 'Early start',
    tone: 'info',
  }),
  NoteAdded: (data) => ({ sentence: `Remark: ${withMoney(text(data.text))}`, short: 'Remark', tone: 'info' }),
}

const textsByName: Partial<EventTexts> = eventTexts

/** The text of an event. The type of a newer release and an unknown state are shown by their names, never hidden. */
export function eventTextOf({ type, data }: RecordedEvent): EventText {
  return (
    textsByName[type]?.(data) ?? {
      sentence: `${type} was recorded.`,
      short: type,
      tone: 'info' satisfies Tone,
    }
  )
}

/** Who caused an event: the name for an id in `actors`, else the kind and short id from the log. */
export function actorWords(actor: string, actors: ReadonlyMap<string, string> = new Map()): string {
  const [kind = '', id = '', person] = actor.split(':', 3)
  const words: Record<string, string> = {
    customer: actors.get(id) ?? `Customer ${id.slice(-8)}`,
    staff: actors.get(id) ?? `Staff ${id.slice(-8)}`,
    provider: id === 'stripe' ? 'Stripe' : plain(id),
    system: `System, ${plain(id)}${person === undefined ? '' : `, ${person}`}`,
    guest: 'Guest',
  }
  return words[kind] ?? (actor === '' ? 'Unknown' : actor)
}

/** What a buyer does; the site records every other event itself, also when a request of the buyer led to it. */
const doneByBuyer: readonly string[] = ['OrderPlaced', 'InvoiceRequested']

/** Who did what an event records. */
export function doerWords(
  { type, actor }: Pick<OrderEvent, 'type' | 'actor'>,
  actors: ReadonlyMap<string, string>,
) {
  const isBuyers = actor.startsWith('customer:') || actor.startsWith('guest')
  return isBuyers && !doneByBuyer.includes(type) ? actorWords('system:site') : actorWords(actor, actors)
}

function unnamed(what: string, state: string): EventText {
  return { sentence: `Stripe reports the ${what} as "${plain(state)}".`, short: plain(state), tone: 'info' }
}

function numbered(prefix: 'INV' | 'CN' | 'DN', { number, year }: Record<string, unknown>): string {
  const digits = String(number ?? '').padStart(6, '0')
  return typeof year === 'number' ? `${prefix}-${year}-${digits}` : `${prefix}-${digits}`
}
