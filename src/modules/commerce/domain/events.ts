import { type DueEvent, dueIdentity } from './dues.ts'
import type { DisputeState, IntentState, RefundState } from './lattice.ts'
import type { OrderLine } from './order-lines.ts'
import type { Printed } from './printed.ts'

/** Questionnaire answers as option ids (slugs), never free text: this log cannot forget. */
export type Answers = Record<string, string>

/** Why the provider refused a request for good. */
export interface ProviderRefusal {
  /** The provider's own code, such as `charge_disputed`. */
  code: string
  /** The provider's sentence, without anything that could name a person. */
  message: string
}

/** Why finance is asked to look at an order. */
export const flagReasons = [
  'wrong-amount',
  'wrong-currency',
  'wrong-order',
  'surplus',
  'second-order',
  /** The order id that the payment carries at Stripe was changed or emptied; the payment still counts here. */
  'order-edited',
  /** Stripe reported two different amounts or currencies for one successful payment. */
  'amount-edited',
  /** The request that the refund carries at Stripe was changed or emptied; it still answers the first one. */
  'refund-edited',
  'refund-refused',
  'refund-failed',
  /** Of an organization's order, made at Stripe and not asked for here: no seat was closed with it. */
  'refund-without-seats',
] as const
export type FlagReason = (typeof flagReasons)[number]

/** A numbered document as it was issued. */
export interface IssuedDocument {
  number: number
  /** Numbers of a year begin at 1; null for numbers that go on for ever. */
  year: number | null
  printed: Printed | null
  /** Of the buyer as printed, keyed with the salt that is kept beside the buyer (hex); null also for an erased buyer. */
  buyerDigest: string | null
  /** SHA-256 of the PDF, hex; null where it could not be rendered. */
  pdfDigest: string | null
}

/** `payment`: how an invoice that comes before the money is to be paid; null for one of money that was there. */
export interface IssuedInvoice extends IssuedDocument {
  payment: {
    /** ISO 8601, UTC. */
    dueAt: string
    /** As printed: the seller's account, and the reference of the transfer. */
    rows: { label: string; value: string }[]
  } | null
  /** Of an invoice that was issued again with other details of its recipient. */
  correctionId?: string
}

/** A credit note, or the debit note that withdraws it. `amount` is positive for both. */
export interface IssuedNote extends IssuedDocument {
  refundId: string
  amount: number
  currency: string
}

/** Why an invoice is issued again. What was wrong are names of fields only. */
export interface InvoiceReplacement {
  correctionId: string
  fields: string[]
  reason: string
  by: string
}

/** Everything that can happen to an order, with its data as today's schema version writes it. Amounts are minor units. */
export type OrderEvent =
  | {
      type: 'OrderPlaced'
      data: {
        /** The account that placed it. */
        buyerId: string
        /** The payer when a company buys; null when the buyer pays. */
        organizationId: string | null
        /** At least one. */
        lines: OrderLine[]
        currency: string
        answers: Answers
        termsVersion: string | null
      }
    }
  /** `amount` of the payment; null for the total of the order. */
  | { type: 'PaymentRequested'; data: { idempotencyKey: string; amount: number | null } }
  | { type: 'PaymentIntentCreated'; data: { intentId: string; idempotencyKey: string } }
  | { type: 'PaymentIntentObserved'; data: IntentState }
  | {
      type: 'RefundRequested'
      data: {
        idempotencyKey: string
        intentId: string
        amount: number
        currency: string
        reason: string
        by: string
      }
    }
  | {
      /** The provider will never make a refund that finance asked for: its amount is free again. */
      type: 'RefundRefused'
      data: { idempotencyKey: string; intentId: string; amount: number; currency: string } & ProviderRefusal
    }
  | { type: 'RefundObserved'; data: RefundState }
  | { type: 'DisputeObserved'; data: DisputeState }
  | { type: 'InvoiceIssued'; data: IssuedInvoice }
  | { type: 'CreditNoteIssued'; data: IssuedNote }
  /** A refund that went through gave back money received beyond the total: no document belongs to that part of it. */
  | { type: 'SurplusReturned'; data: { refundId: string; amount: number; currency: string } }
  /** The refund of a credit note came to nothing: the note is withdrawn by a document with a number of its own. */
  | { type: 'DebitNoteIssued'; data: IssuedNote }
  /** The invoice is replaced: a credit note over all of it, and a new one, with other details of the recipient, follow. */
  | { type: 'InvoiceReplaced'; data: InvoiceReplacement }
  | {
      type: 'OrderFlagged'
      data: {
        reason: FlagReason
        /** What the flag is about: the Stripe object, the refund request, or the buyer's other order. */
        subject: string
        amount: number
        currency: string
        /** What was received beyond the total, in minor units. */
        surplus: number
      }
    }
  | { type: 'OrderCancelled'; data: { reason: string } }
  /** The buyer asks for a start within the term for withdrawing (`rules.ts`), and will pay for what is used then. */
  | { type: 'EarlyStartAgreed'; data: { textVersion: string } }
  | { type: 'NoteAdded'; data: { noteId: string; text: string; by: string } }
  | DueEvent

export type OrderEventType = OrderEvent['type']
export type Observation = Extract<
  OrderEvent,
  { type: 'PaymentIntentObserved' | 'RefundObserved' | 'DisputeObserved' }
>

/** The version in which each type is written. A later version comes with the function that reads the version before. */
export const schemaVersions: Record<OrderEventType, number> = {
  OrderPlaced: 1,
  PaymentRequested: 1,
  PaymentIntentCreated: 1,
  PaymentIntentObserved: 1,
  RefundRequested: 1,
  RefundRefused: 1,
  RefundObserved: 1,
  DisputeObserved: 1,
  InvoiceIssued: 1,
  CreditNoteIssued: 1,
  DebitNoteIssued: 1,
  SurplusReturned: 1,
  InvoiceReplaced: 1,
  OrderFlagged: 1,
  OrderCancelled: 1,
  EarlyStartAgreed: 1,
  NoteAdded: 1,
  DueSet: 1,
  InvoiceRequested: 1,
  TransferApplied: 1,
  TransferWithdrawn: 1,
  TransferRefunded: 1,
  AccessReleased: 1,
}

/**
 * A stored event of an order.
 * @throws RangeError for a type or a version this release does not know: an order is never folded from half its history.
 */
export function orderEventOf(stored: { type: string; schemaVersion: number; data: object }): OrderEvent {
  const { type, schemaVersion, data } = stored
  if (!Object.hasOwn(schemaVersions, type)) throw new RangeError(`Unknown event type ${type}`)
  if (schemaVersion !== schemaVersions[type as OrderEventType])
    throw new RangeError(`${type} version ${schemaVersion} cannot be read by this release`)
  return { type, data } as unknown as OrderEvent
}

/**
 * The id under which an event is stored once per order, and where it comes from. A repeat of the same
 * (source, id) is a success that stores nothing.
 */
export function identityOf(event: OrderEvent): { source: string; sourceId: string } {
  const app = (sourceId: string) => ({ source: 'app', sourceId })
  const stripe = (id: string, digest: string) => ({ source: 'stripe', sourceId: `${id}@${digest}` })
  switch (event.type) {
    case 'OrderPlaced':
      return app('placed')
    case 'PaymentRequested':
      return app(`payment:${event.data.idempotencyKey}`)
    case 'PaymentIntentCreated':
      return app(`created:${event.data.intentId}`)
    case 'PaymentIntentObserved':
      return stripe(event.data.intentId, event.data.digest)
    case 'RefundRequested':
      return app(`refund:${event.data.idempotencyKey}`)
    case 'RefundRefused':
      return app(`refund-refused:${event.data.idempotencyKey}`)
    case 'RefundObserved':
      return stripe(event.data.refundId, event.data.digest)
    case 'DisputeObserved':
      return stripe(event.data.disputeId, event.data.digest)
    case 'InvoiceIssued':
      return app(`invoice${event.data.correctionId ? `:${event.data.correctionId}` : ''}`)
    case 'InvoiceReplaced':
      return app(`invoice-replaced:${event.data.correctionId}`)
    case 'CreditNoteIssued':
      return app(`credit-note:${event.data.refundId}`)
    case 'DebitNoteIssued':
      return app(`debit-note:${event.data.refundId}`)
    case 'SurplusReturned':
      return app(`surplus-returned:${event.data.refundId}`)
    case 'OrderFlagged':
      return app(`flag:${event.data.reason}:${event.data.subject}`)
    case 'OrderCancelled':
      return app('cancelled')
    case 'EarlyStartAgreed':
      return app('early-start')
    case 'NoteAdded':
      return app(`note:${event.data.noteId}`)
    default:
      return app(dueIdentity(event))
  }
}
