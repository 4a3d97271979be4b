import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { NumberedKind } from '../domain/document-names.ts'
import { invoicePrinted, notePrinted } from '../domain/notes.ts'
import type { Order } from '../domain/order.ts'
import type { Printed, SellerTerms } from '../domain/printed.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { Letterhead } from './document-parts.ts'
import { currentTerms } from './seller-terms.ts'

/** What documents say besides their orders: seller, taxes and buyer. */
export class Letterheads {
  readonly #database: Database
  readonly #settings: Settings
  readonly #config: Config

  constructor(database: Database, settings: Settings, config: Config) {
    this.#database = database
    this.#settings = settings
    this.#config = config
  }

  /** From what was recorded when the document was issued; of an older release's document, from the settings of today. */
  async of(order: Order, kind: NumberedKind, refundId: string | null): Promise<Omit<Letterhead, 'issuedAt'>> {
    const [terms, buyer] = await Promise.all([
      currentTerms(this.#settings, this.#config),
      buyerOf(this.#database.sql, order.id),
    ])
    return { printed: printedAs(order, kind, refundId, terms), buyer: buyer?.buyer ?? null }
  }
}

function printedAs(order: Order, kind: NumberedKind, refundId: string | null, terms: SellerTerms): Printed {
  // A debit note prints what its credit note printed.
  const credit = order.creditNotes[refundId ?? '']
  const own = kind === 'debit-note' ? order.debitNotes[refundId ?? ''] : credit
  if (kind === 'invoice' || credit === undefined) return invoicePrinted(order, terms)
  return own?.printed ?? notePrinted(order, credit, terms)
}
