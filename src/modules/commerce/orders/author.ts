import type { AppendItem } from '#platform/event-log/event-log.ts'
import type { Actor } from '#platform/kernel/actor.ts'
import type { OrderEvent } from '../domain/events.ts'

/** Who causes a change, and in which request. */
export interface Author {
  actor: Actor
  requestId?: string
}

/** The author as the log keeps it: kinds and ids, never names. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
      return `customer:${actor.userId}`
    case 'staff':
      return `staff:${actor.staffId}`
    case 'provider':
      return `provider:${actor.name}`
    case 'system':
      return `system:${actor.name}`
    case 'guest':
      return 'guest'
    default:
      return actor satisfies never
  }
}

/** Who says so, as the data of an event keeps it. */
export const byOf = ({ actor }: Author): string => (actor.kind === 'staff' ? actor.staffId : actorName(actor))

/** The author as people are shown them. */
export const nameOf = ({ actor }: Author): string =>
  actor.kind === 'staff' ? actor.username : actorName(actor)

/**
 * Who caused an event of an order: what a buyer decided is the buyer's, what the site saw at the provider and what follows from it
 * is the site's, although a buyer's request made the site look. Staff who record a difference do decide: the event names them.
 */
export function causeOf({ type, data }: OrderEvent, { actor }: Author): string {
  const isBuyer = actor.kind === 'customer' || actor.kind === 'guest'
  const isOwn = ofTheSite.has(type) || (type === 'OrderCancelled' && data.reason === 'payment-cancelled')
  return isBuyer && isOwn ? 'system:site' : actorName(actor)
}

const ofTheSite: ReadonlySet<OrderEvent['type']> = new Set([
  'PaymentIntentCreated',
  'PaymentIntentObserved',
  'RefundObserved',
  'RefundRefused',
  'DisputeObserved',
  'InvoiceIssued',
  'CreditNoteIssued',
  'DebitNoteIssued',
  'SurplusReturned',
  'OrderFlagged',
])

/** The author as an append takes it. */
export function metadataOf(author: Author): AppendItem['metadata'] {
  const actor = actorName(author.actor)
  return author.requestId === undefined ? { actor } : { actor, requestId: author.requestId }
}
