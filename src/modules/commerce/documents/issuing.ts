import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { NumberedKind } from '../domain/document-names.ts'
import { creditNotesDue, debitNotesDue, needsInvoice } from '../domain/documents-due.ts'
import type { IssuedDocument, OrderEvent } from '../domain/events.ts'
import { invoicePrinted, nextCreditPrinted, notePrinted } from '../domain/notes.ts'
import { evolve, type Order } from '../domain/order.ts'
import type { Printed, SellerTerms } from '../domain/printed.ts'
import { buyerOf, freezeBuyer, type StoredBuyer } from '../orders/buyers.ts'
import { DocumentIssue, type IssuedDocuments } from '../orders/document-issue.ts'
import { type DocumentContent, numberedContent } from './document-contents.ts'
import { digestOf } from './document-digest.ts'
import { InvoiceNumbers, type Take } from './invoice-numbers.ts'
import { renderPdf } from './pdf.ts'
import type { PrintedNumbers } from './printed-numbers.ts'
import { sellerSettings } from './seller-settings.ts'
import { currentTerms } from './seller-terms.ts'

/** What documents print besides their order, read before a number is taken. */
export interface Material {
  terms: SellerTerms
  /** Null once erased. */
  buyer: StoredBuyer | null
  /** Whether numbers begin anew each year. */
  yearly: boolean
}

/** Makes the events of the documents that an order owes, each with the digest of its PDF. */
export class Issuing extends DocumentIssue {
  readonly #database: Database
  readonly #settings: Settings
  readonly #config: Config
  readonly #clock: Clock
  readonly #numbers: InvoiceNumbers
  readonly #render: (content: DocumentContent) => Promise<Buffer>

  constructor(
    database: Database,
    settings: Settings,
    config: Config,
    clock: Clock,
    marks: PrintedNumbers,
    render = renderPdf,
  ) {
    super()
    this.#database = database
    this.#settings = settings
    this.#config = config
    this.#clock = clock
    this.#numbers = new InvoiceNumbers(database, marks)
    this.#render = render
  }

  override async issue<T>(
    order: Order,
    append: (documents: IssuedDocuments, now: Date) => Promise<T>,
  ): Promise<T> {
    const material = await this.material(order.id)
    return this.#numbers.exclusively(async (take) => {
      const now = this.#clock.now()
      return append(await this.documentsOf(order, now, material, take), now)
    })
  }

  override mustRepeat(error: unknown): boolean {
    return this.#numbers.mustRepeat(error)
  }

  /** Read anew before every try: a change of the buyer in between is refused at the commit. */
  async material(orderId: string): Promise<Material> {
    const [terms, { numbering }, buyer] = await Promise.all([
      currentTerms(this.#settings, this.#config),
      this.#settings.read(sellerSettings),
      buyerOf(this.#database.sql, orderId),
    ])
    return { terms, buyer, yearly: numbering === 'yearly' }
  }

  /** Everything that `order` owes at `now`, in the order in which it is issued. */
  async documentsOf(order: Order, now: Date, material: Material, take: Take): Promise<IssuedDocuments> {
    const { terms, buyer, yearly } = material
    const made: IssuedDocuments = { events: [], writes: [] }
    const numbers = await take(now, yearly)
    let current = order
    const add = async (
      kind: NumberedKind,
      refundId: string | null,
      printed: Printed,
      eventOf: (issued: IssuedDocument) => OrderEvent,
    ) => {
      const { number, write, pdfDigest } = await numbers(kind, current.id, refundId, printed)
      const issued = { ...number, printed, buyerDigest: buyer?.digest ?? null, pdfDigest: null }
      const draft = evolve(current, eventOf(issued))
      const content = numberedContent(kind, draft, refundId, {
        printed,
        buyer: buyer?.buyer ?? null,
        issuedAt: now,
      })
      const event = eventOf({ ...issued, pdfDigest: pdfDigest ?? (await this.#digest(content)) })
      made.events.push(event)
      made.writes.push(write)
      current = evolve(current, event)
    }
    if (needsInvoice(order)) {
      if (buyer !== null) made.writes.push(freezeBuyer(order.id, buyer.revision))
      await add('invoice', null, invoicePrinted(order, terms), (data) => ({ type: 'InvoiceIssued', data }))
    }
    for (const owed of creditNotesDue(current)) {
      await add('credit-note', owed.refundId, nextCreditPrinted(current, owed.amount, terms), (issued) => ({
        type: 'CreditNoteIssued',
        data: { ...owed, ...issued },
      }))
    }
    for (const owed of debitNotesDue(current)) {
      const withdrawn = current.creditNotes[owed.refundId]
      if (withdrawn === undefined) continue
      await add('debit-note', owed.refundId, notePrinted(current, withdrawn, terms), (issued) => ({
        type: 'DebitNoteIssued',
        data: { ...owed, ...issued },
      }))
    }
    return made
  }

  /** Null when it cannot be rendered: money is recorded all the same, and the mail that carries the document fails. */
  async #digest(content: DocumentContent): Promise<string | null> {
    try {
      return digestOf(await this.#render(content))
    } catch {
      return null
    }
  }
}
