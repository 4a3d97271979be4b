import { type DueState, evolveDues, noDues } from './dues.ts'
import type {
  Answers,
  FlagReason,
  InvoiceReplacement,
  IssuedInvoice,
  IssuedNote,
  OrderEvent,
  ProviderRefusal,
} from './events.ts'
import {
  joinDispute,
  joinIntent,
  joinRefund,
  type KnownDispute,
  type KnownIntent,
  type KnownRefund,
} from './lattice.ts'
import { type OrderLine, totalOf } from './order-lines.ts'

export interface RefundRequest {
  idempotencyKey: string
  intentId: string
  amount: number
  currency: string
  reason: string
  by: string
}

export interface Flag {
  reason: FlagReason
  subject: string
  amount: number
  currency: string
  surplus: number
}

export type CreditNote = IssuedNote

/** The part of a refund that gave back money received beyond the total. */
export interface SurplusReturn {
  refundId: string
  amount: number
  currency: string
}

/** An order, folded from its events. Records are keyed by Stripe's object id. */
export interface Order extends DueState {
  id: string
  placed: {
    buyerId: string
    /** The payer when a company buys; null when the buyer pays. */
    organizationId: string | null
    lines: readonly OrderLine[]
    /** Of the first line, for lists. */
    productId: string
    productName: string
    /** Of all lines, in minor units. */
    total: number
    currency: string
    answers: Answers
    termsVersion: string | null
  } | null
  /** Idempotency keys under which Stripe was, or is about to be, asked for an intent; in order. */
  paymentKeys: string[]
  /** Minor units asked for under a key; a key without an entry asks for the total. */
  paymentAmounts: Record<string, number>
  /** Intent id by the key that made it. */
  createdIntents: Record<string, string>
  intents: Record<string, KnownIntent>
  refunds: Record<string, KnownRefund>
  disputes: Record<string, KnownDispute>
  refundRequests: Record<string, RefundRequest>
  /** Why the provider refused a refund for good, by the key of its request. */
  refundRefusals: Record<string, ProviderRefusal>
  /** The one that is valid. */
  invoice: IssuedInvoice | null
  /** Invoices that were issued again, with the reason, by the id of the correction. */
  replacements: Record<string, InvoiceReplacement & { invoice: IssuedInvoice | null }>
  creditNotes: Record<string, CreditNote>
  /** Credit notes withdrawn because their refund failed after all, by refund id. */
  debitNotes: Record<string, CreditNote>
  /** By refund id. */
  surplusReturns: Record<string, SurplusReturn>
  flags: Record<string, Flag>
  cancelled: { reason: string } | null
  /** The buyer's agreement to an early start. */
  earlyStart: { textVersion: string } | null
  notes: Record<string, { text: string; by: string }>
}

/** An order before its first event. */
export function newOrder(id: string): Order {
  return {
    id,
    placed: null,
    paymentKeys: [],
    paymentAmounts: {},
    createdIntents: {},
    intents: {},
    refunds: {},
    disputes: {},
    refundRequests: {},
    refundRefusals: {},
    invoice: null,
    replacements: {},
    creditNotes: {},
    debitNotes: {},
    surplusReturns: {},
    flags: {},
    cancelled: null,
    earlyStart: null,
    notes: {},
    ...noDues,
  }
}

function put<V>(record: Record<string, V>, key: string, value: V): Record<string, V> {
  return { ...record, [key]: value }
}

/** The order after one more event. Total and silent: what was recorded has happened. */
export function evolve(order: Order, event: OrderEvent): Order {
  switch (event.type) {
    case 'OrderPlaced': {
      const { lines } = event.data
      const { productId, productName } = lines[0] ?? { productId: '', productName: '' }
      return { ...order, placed: { ...event.data, productId, productName, total: totalOf(lines) } }
    }
    case 'PaymentRequested':
      return withPaymentKey(order, event.data)
    case 'PaymentIntentCreated':
      return {
        ...order,
        createdIntents: put(order.createdIntents, event.data.idempotencyKey, event.data.intentId),
      }
    case 'PaymentIntentObserved': {
      const { intentId } = event.data
      return {
        ...order,
        intents: put(order.intents, intentId, joinIntent(order.intents[intentId], event.data)),
      }
    }
    case 'RefundRequested':
      return { ...order, refundRequests: put(order.refundRequests, event.data.idempotencyKey, event.data) }
    case 'RefundRefused': {
      const { idempotencyKey, code, message } = event.data
      return { ...order, refundRefusals: put(order.refundRefusals, idempotencyKey, { code, message }) }
    }
    case 'RefundObserved': {
      const { refundId } = event.data
      return {
        ...order,
        refunds: put(order.refunds, refundId, joinRefund(order.refunds[refundId], event.data)),
      }
    }
    case 'DisputeObserved': {
      const { disputeId } = event.data
      return {
        ...order,
        disputes: put(order.disputes, disputeId, joinDispute(order.disputes[disputeId], event.data)),
      }
    }
    case 'InvoiceIssued':
      return { ...order, invoice: event.data.correctionId ? event.data : (order.invoice ?? event.data) }
    case 'InvoiceReplaced': {
      const replaced = { ...event.data, invoice: order.invoice }
      return { ...order, replacements: put(order.replacements, event.data.correctionId, replaced) }
    }
    case 'CreditNoteIssued':
      return { ...order, creditNotes: put(order.creditNotes, event.data.refundId, event.data) }
    case 'DebitNoteIssued':
      return { ...order, debitNotes: put(order.debitNotes, event.data.refundId, event.data) }
    case 'SurplusReturned':
      return { ...order, surplusReturns: put(order.surplusReturns, event.data.refundId, event.data) }
    case 'OrderFlagged':
      return { ...order, flags: put(order.flags, flagKey(event.data), event.data) }
    case 'OrderCancelled':
      return { ...order, cancelled: { reason: event.data.reason } }
    case 'EarlyStartAgreed':
      return { ...order, earlyStart: order.earlyStart ?? event.data }
    case 'NoteAdded':
      return {
        ...order,
        notes: put(order.notes, event.data.noteId, { text: event.data.text, by: event.data.by }),
      }
    default:
      return evolveDues(order, event)
  }
}

function withPaymentKey(order: Order, asked: { idempotencyKey: string; amount: number | null }): Order {
  const { idempotencyKey: key, amount } = asked
  if (order.paymentKeys.includes(key)) return order
  const paymentAmounts = amount === null ? order.paymentAmounts : put(order.paymentAmounts, key, amount)
  return { ...order, paymentKeys: [...order.paymentKeys, key], paymentAmounts }
}

/** Folds all events of an order. */
export function fold(id: string, events: Iterable<OrderEvent>): Order {
  let order = newOrder(id)
  for (const event of events) order = evolve(order, event)
  return order
}

export function flagKey(flag: { reason: FlagReason; subject: string }): string {
  return `${flag.reason}:${flag.subject}`
}

/** All payment intents of the order, the observed ones and those made but not yet looked at. */
export function intentIds(order: Order): string[] {
  return [...new Set([...Object.values(order.createdIntents), ...Object.keys(order.intents)])]
}
