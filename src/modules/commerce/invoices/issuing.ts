import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { NumberedKind } from '../domain/document-names.ts'
import {
  correctionDue,
  creditNotesDue,
  debitNotesDue,
  invoicePrinted,
  needsInvoice,
  nextCreditPrinted,
  standingNotes,
} from '../domain/documents-due.ts'
import { nextDue } from '../domain/dues.ts'
import type { IssuedDocument, IssuedInvoice, OrderEvent } from '../domain/events.ts'
import { evolve, type Order } from '../domain/order.ts'
import { type Printed, reprinted } from '../domain/printed.ts'
import { isPaid, statusOf } from '../domain/status.ts'
import {
  type BuyerDetails,
  buyerOf,
  correctedBuyer,
  freezeBuyer,
  freezeCorrected,
  type StoredBuyer,
} from '../orders/buyers.ts'
import { DocumentIssue, type IssuedDocuments } from '../orders/document-issue.ts'
import type { TransferInstructions } from '../payments/bank-transfers/transfer-instructions.ts'
import { taxedBuyer, taxIdCheckDue } from '../tax/tax-ids.ts'
import { numberedContent } from './document-contents.ts'
import type { DocumentContent } from './document-parts.ts'
import { InvoiceNumbers, type TakeNumber } from './invoice-numbers.ts'
import { renderPdf } from './pdf.ts'
import { digestOf, type PrintedNumbers } from './printed-numbers.ts'
import { currentTerms, sellerSettings, type TermsFor } from './seller-settings.ts'
import { fileWrite } from './tables.ts'

/** What documents print besides their order, read before a number is taken. */
export interface Material {
  termsFor: TermsFor
  /** Null once erased. */
  buyer: StoredBuyer | null
  /** To whom an invoice is issued again. */
  corrected?: StoredBuyer | null
  /** Whether numbers begin again each year. */
  yearly: boolean
  /** How an invoice that comes before the money is to be paid. */
  payment: IssuedInvoice['payment']
}

/** Makes the events of the documents that are due for an order, each with the digest of its PDF, and the bytes that commit with it. */
export class Issuing extends DocumentIssue {
  readonly #database: Database
  readonly #settings: Settings
  readonly #config: Config
  readonly #clock: Clock
  readonly #instructions: Pick<TransferInstructions, 'of'>
  readonly #numbers: InvoiceNumbers
  readonly #render: (content: DocumentContent) => Promise<Buffer>

  constructor(
    database: Database,
    settings: Settings,
    config: Config,
    clock: Clock,
    printed: PrintedNumbers,
    instructions: Pick<TransferInstructions, 'of'>,
    render = renderPdf,
  ) {
    super()
    this.#database = database
    this.#settings = settings
    this.#config = config
    this.#clock = clock
    this.#instructions = instructions
    this.#numbers = new InvoiceNumbers(database, printed)
    this.#render = render
  }

  override async issue<T>(
    order: Order,
    append: (documents: IssuedDocuments, now: Date) => Promise<T>,
    corrected?: BuyerDetails,
  ): Promise<T> {
    const read = await this.material(order)
    const { buyer } = read
    const material = corrected && buyer ? { ...read, corrected: correctedBuyer(buyer, corrected) } : read
    return this.#numbers.inTurn(
      { now: () => this.#clock.now(), yearly: material.yearly },
      (take, now) => this.documentsOf(order, now, material, take),
      append,
    )
  }

  override mustRepeat(error: unknown): boolean {
    return this.#numbers.mustRepeat(error)
  }

  /** Read again before every try: a change of the buyer in between is refused at the commit. */
  async material(order: Order): Promise<Material> {
    const [termsFor, { numbering }, buyer, payment] = await Promise.all([
      currentTerms(this.#settings, this.#config),
      this.#settings.read(sellerSettings),
      buyerOf(this.#database.sql, order.id),
      this.#payment(order),
    ])
    return { termsFor, buyer, yearly: numbering === 'yearly', payment }
  }

  async #payment(order: Order): Promise<IssuedInvoice['payment']> {
    const due = isPaid(statusOf(order)) ? null : nextDue(order, 0)
    if (due === null) return null
    const instructions = await this.#instructions.of(order)
    const reference = instructions === null ? [] : [{ label: 'Reference', value: instructions.reference }]
    return { dueAt: due.dueAt, rows: [...(instructions?.rows ?? []), ...reference] }
  }

  /** Every document that is due for `order` at `now`, in the order in which it is issued. */
  async documentsOf(order: Order, now: Date, material: Material, take: TakeNumber): Promise<IssuedDocuments> {
    const { termsFor, buyer, corrected = null, payment } = material
    const isCompany = (order.placed?.organizationId ?? null) !== null
    const termsOf = (who: StoredBuyer | null) => termsFor(taxedBuyer(who?.buyer ?? null, isCompany), now)
    const terms = termsOf(buyer)
    const made: IssuedDocuments = { events: [], writes: [] }
    let current = order
    const add = async (
      kind: NumberedKind,
      refundId: string | null,
      printed: Printed,
      eventOf: (issued: IssuedDocument) => OrderEvent,
      recipient = buyer,
    ) => {
      const { number, write, printedBefore } = await take(kind, current.id, refundId, printed)
      const issued = { ...number, printed, buyerDigest: recipient?.digest ?? null, pdfDigest: null }
      const draft = evolve(current, eventOf(issued))
      const content = numberedContent(kind, draft, refundId, {
        printed,
        buyer: recipient?.buyer ?? null,
        issuedAt: now,
      })
      const bytes = printedBefore ?? (await this.#rendered(content))
      const event = eventOf({ ...issued, pdfDigest: bytes === null ? null : digestOf(bytes) })
      made.events.push(event)
      made.writes.push(write)
      if (kind === 'invoice' && printed.basis?.treatment === 'reverse')
        made.writes.push(taxIdCheckDue(order.id, now))
      if (bytes !== null) made.writes.push(fileWrite(kind, number, { bytes, copied_at: null }))
      current = evolve(current, event)
    }
    if (needsInvoice(order)) {
      if (buyer !== null) made.writes.push(freezeBuyer(order.id, buyer.revision))
      await add('invoice', null, invoicePrinted(order, terms), (issued) => ({
        type: 'InvoiceIssued',
        data: { ...issued, payment },
      }))
    }
    const correctionId = correctionDue(order)
    if (correctionId !== null) {
      if (corrected === null) throw new Error(`Order ${order.id} does not say to whom it is invoiced again`)
      const printed = invoicePrinted(order, terms)
      const next = reprinted(printed, termsOf(corrected))
      // The notes were given over parts of the old tax: beside another one, what they took would no longer add up.
      if (next.tax !== printed.tax && standingNotes(order).length > 0)
        throw new AppError(
          'conflict',
          'TAX_IS_CREDITED',
          'A part of this invoice is credited with its tax. Details that change the tax cannot be corrected any more.',
        )
      const note = { refundId: correctionId, amount: printed.total, currency: printed.currency }
      await add('credit-note', correctionId, printed, (issued) => ({
        type: 'CreditNoteIssued',
        data: { ...note, ...issued },
      }))
      made.writes.push(freezeCorrected(order.id, corrected))
      const again = (issued: IssuedDocument): OrderEvent => ({
        type: 'InvoiceIssued',
        data: { ...issued, payment, correctionId },
      })
      await add('invoice', correctionId, next, again, corrected)
    }
    for (const note of creditNotesDue(current)) {
      await add('credit-note', note.refundId, nextCreditPrinted(current, note.amount, terms), (issued) => ({
        type: 'CreditNoteIssued',
        data: { ...note, ...issued },
      }))
    }
    for (const note of debitNotesDue(current)) {
      const printed = current.creditNotes[note.refundId]?.printed
      if (!printed) throw new Error(`The credit note of ${note.refundId} does not say what it prints`)
      await add('debit-note', note.refundId, printed, (issued) => ({
        type: 'DebitNoteIssued',
        data: { ...note, ...issued },
      }))
    }
    return made
  }

  /** Null when it cannot be rendered: money is recorded all the same, and the mail that carries the document fails. */
  #rendered(content: DocumentContent): Promise<Buffer | null> {
    return this.#render(content).catch(() => null)
  }
}
