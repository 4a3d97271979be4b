import { type OrderEvent, type OrderEventType, schemaVersions } from './events.ts'

type Data = Record<string, unknown>
type EventOf<T extends OrderEventType> = Extract<OrderEvent, { type: T }>

/** An event as the log stores it; `upcast` reads it as the same event. */
export interface StoredForm {
  type: OrderEventType
  schemaVersion: number
  data: Data
}

/**
 * The event in the version of the release before orders of companies where its data fits that version, else in today's:
 * processes of that release read what persons do while they are replaced one after the other (ADR 055). Pure.
 */
export function storedForm(event: OrderEvent): StoredForm {
  const { type } = event
  return earlierForm(event) ?? { type, schemaVersion: schemaVersions[type], data: { ...event.data } }
}

/** The inverse of the upcasters of these versions; null for an event that the earlier version cannot say. */
function earlierForm(event: OrderEvent): StoredForm | null {
  switch (event.type) {
    case 'OrderPlaced':
      return placedByOne(event)
    case 'PaymentRequested': {
      const { amount, ...data } = event.data
      return amount === null ? { type: event.type, schemaVersion: 1, data } : null
    }
    case 'PaymentIntentObserved': {
      const { method, ...data } = event.data
      return method === null ? { type: event.type, schemaVersion: 3, data } : null
    }
    case 'InvoiceIssued': {
      const { payment, ...data } = event.data
      return payment === null ? { type: event.type, schemaVersion: 2, data } : null
    }
    default:
      return null
  }
}

/** Version 1 of `OrderPlaced` knows one person who buys one product at its list price, and no cohort. */
function placedByOne({ type, data }: EventOf<'OrderPlaced'>): StoredForm | null {
  const { organizationId, lines, ...rest } = data
  const [first, ...others] = lines
  if (organizationId !== null || first === undefined || others.length > 0) return null
  const { line, cohortId, quantity, discounts, ...product } = first
  const isPlain = line === 1 && cohortId === null && quantity === 1 && discounts.length === 0
  return isPlain ? { type, schemaVersion: 1, data: { ...rest, ...product } } : null
}
