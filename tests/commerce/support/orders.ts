import type {
  IssuedInvoice,
  IssuedNote,
  Observation,
  OrderEvent,
} from '../../../src/modules/commerce/domain/events.ts'
import type { DisputeState, IntentState, RefundState } from '../../../src/modules/commerce/domain/lattice.ts'
import { evolve, newOrder, type Order } from '../../../src/modules/commerce/domain/order.ts'
import type { SellerTerms } from '../../../src/modules/commerce/domain/printed.ts'
import { digest } from './digest.ts'
import { placedData } from './placed.ts'

export const orderId = '0f8fad5b-d9cb-469f-a165-70867728950e'

export const placedEvents: OrderEvent[] = [
  {
    type: 'OrderPlaced',
    data: placedData(),
  },
  { type: 'PaymentRequested', data: { idempotencyKey: 'k1', amount: null } },
]

export function intent({
  paidAt = null,
  awaiting = null,
  method = null,
  card,
  ...change
}: Partial<IntentState> = {}): Observation {
  const seen = {
    intentId: 'pi_1',
    orderId,
    state: 'succeeded',
    amount: 250_000,
    amountReceived: change.state === undefined || change.state === 'succeeded' ? 250_000 : 0,
    currency: 'usd',
    attempts: 1,
    chargeId: 'ch_1',
    failureCode: null,
    ...change,
  }
  return {
    type: 'PaymentIntentObserved',
    data: { ...seen, digest: digest(Object.values(seen)), awaiting, method, paidAt, ...(card && { card }) },
  }
}

export function refund({
  createdAt = null,
  failedAt = null,
  ...change
}: Partial<RefundState> = {}): Observation {
  const seen = {
    refundId: 're_1',
    intentId: 'pi_1',
    requestKey: null,
    state: 'succeeded',
    amount: 250_000,
    currency: 'usd',
    reason: null,
    failureCode: null,
    ...change,
  }
  const dates = { createdAt, failedAt }
  return { type: 'RefundObserved', data: { ...seen, digest: digest(Object.values(seen)), ...dates } }
}

export function dispute(
  state: string,
  { createdAt = null, withdrawnAt = null, reinstatedAt = null }: Partial<DisputeState> = {},
): Observation {
  const seen = {
    disputeId: 'dp_1',
    intentId: 'pi_1',
    state,
    amount: 250_000,
    currency: 'usd',
    reason: 'general',
  }
  const dates = { createdAt, withdrawnAt, reinstatedAt }
  return { type: 'DisputeObserved', data: { ...seen, digest: digest(Object.values(seen)), ...dates } }
}

/** A document of which nothing but its number was recorded, as the first releases did. */
export function issued(change: Partial<IssuedInvoice> = {}): IssuedInvoice {
  const unknown = { printed: null, buyerDigest: null, pdfDigest: null, payment: null }
  return { number: 1, year: null, ...unknown, ...change }
}

export function issuedNote(change: Partial<IssuedNote> = {}): IssuedNote {
  const { payment: _, ...document } = issued()
  return { ...document, refundId: 're_1', amount: 50_000, currency: 'usd', ...change }
}

export const terms: SellerTerms = {
  seller: {
    name: 'Veralead GmbH',
    addressLines: ['1 Main Street'],
    email: 'books@veralead.example',
    taxId: 'DE1',
    note: '',
  },
  tax: { label: 'VAT', percent: '19' },
}

/** The order after `OrderPlaced`, `PaymentRequested` and `events`. */
export function orderWith(...events: OrderEvent[]): Order {
  return [...placedEvents, ...events].reduce(evolve, newOrder(orderId))
}
