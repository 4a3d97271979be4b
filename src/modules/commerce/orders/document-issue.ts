import type { Write } from '#platform/event-log/event-log.ts'
import type { OrderEvent } from '../domain/events.ts'
import type { Order } from '../domain/order.ts'
import type { BuyerDetails } from './buyers.ts'

/** What issues the documents of an order: their events, and the rows that take their numbers with them. */
export interface IssuedDocuments {
  events: OrderEvent[]
  writes: Write[]
}

/** Issues the invoice, credit notes and debit notes that are due for an order. Implemented in documents/. */
export abstract class DocumentIssue {
  /**
   * Makes every document that is due for `order` and passes it to `append`, once, while nothing else in this process takes a number.
   * @param append stores events and writes in one transaction; `now` is the time of issue
   * @param corrected the recipient of an invoice that is issued again
   */
  abstract issue<T>(
    order: Order,
    append: (documents: IssuedDocuments, now: Date) => Promise<T>,
    corrected?: BuyerDetails,
  ): Promise<T>

  /** True when an append failed because another writer took the number, or changed the buyer, first: issue again. */
  abstract mustRepeat(error: unknown): boolean
}
