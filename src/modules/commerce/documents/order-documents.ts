import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { lookingMs, withPatience } from '../checkout/patience.ts'
import type { OrderEventType } from '../domain/events.ts'
import type { Order } from '../domain/order.ts'
import { countedPayments } from '../domain/payments.ts'
import { statusOf } from '../domain/status.ts'
import { loadedFrom, type Orders } from '../orders/orders.ts'
import type { StripeAccount } from '../stripe/stripe.ts'
import { type DocumentKind, filenameOf, type Issued, type NumberedKind, storedKey } from './document-names.ts'
import type { NumberMarks } from './number-marks.ts'
import {
  type Buyer,
  creditNotePaper,
  debitNotePaper,
  invoicePaper,
  type Letterhead,
  receiptPaper,
} from './order-papers.ts'
import { type Paper, renderPdf } from './pdf.ts'
import { sellerSettings } from './seller-settings.ts'

export interface StoredDocument {
  filename: string
  bytes: Buffer
}

/** What a document is made from: the order and when its numbered papers were issued. */
interface Subject {
  order: Order
  issuedAt(type: OrderEventType, matches?: (data: Record<string, unknown>) => boolean): Date
}

const pdfType = 'application/pdf'
/** Nobody waits longer for a link that the document of our own can stand in for. */
const providerPatienceMs = 1_500
const providerReceiptMs = 29 * 24 * 3_600_000

/** Invoice, receipt and credit notes: rendered once, stored, and the same bytes every time after. */
export class OrderDocuments {
  readonly #orders: Orders
  readonly #database: Database
  readonly #documents: Documents
  readonly #marks: NumberMarks
  readonly #settings: Settings
  readonly #stripe: StripeAccount
  readonly #config: Config

  constructor(parts: {
    orders: Orders
    database: Database
    documents: Documents
    marks: NumberMarks
    settings: Settings
    stripe: StripeAccount
    config: Config
  }) {
    this.#orders = parts.orders
    this.#database = parts.database
    this.#documents = parts.documents
    this.#marks = parts.marks
    this.#settings = parts.settings
    this.#stripe = parts.stripe
    this.#config = parts.config
  }

  /** The buyer as of the order; null once erased. */
  async buyer(orderId: string): Promise<Buyer | null> {
    const [row] = await this.#database.sql.query<Buyer>(
      `select first_name as "firstName", last_name as "lastName", email, company
       from commerce_order_customer where order_id = $1`,
      [orderId],
    )
    return row ?? null
  }

  /**
   * @throws AppError conflict `ORDER_NOT_COMPLETED` (with `orderStatus`) before the money has arrived, or not-found
   *   `RECEIPT_NOT_AVAILABLE` when Stripe does not tell how it was paid.
   */
  async get(orderId: string, kind: DocumentKind): Promise<StoredDocument> {
    const subject = await this.#subject(orderId)
    const number = subject.order.invoiceNumber
    if (number === null) {
      const orderStatus = statusOf(subject.order)
      throw new AppError('conflict', 'ORDER_NOT_COMPLETED', `The order is ${orderStatus}, not completed`, {
        extra: { orderStatus },
      })
    }
    const issuedAt = subject.issuedAt('InvoiceIssued')
    return this.#stored(kind, { number, orderId, refundId: null, issuedAt }, async () =>
      kind === 'invoice'
        ? invoicePaper(subject.order, await this.#head(subject.order, issuedAt))
        : this.#receipt(subject.order, issuedAt),
    )
  }

  /** Stripe's own page of the receipt; null when it has none or does not say so at once. Its links die after a month. */
  async providerReceipt(order: Order, now: Date): Promise<string | null> {
    const [payment] = countedPayments(order)
    if (payment === undefined) return null
    const asked = this.#stripe.paymentMethod(payment.intentId).catch(() => null)
    const method = await Promise.race([asked, sleep(providerPatienceMs, null, { ref: false })])
    if (method === null || now.getTime() - method.paidAt.getTime() > providerReceiptMs) return null
    return method.receiptUrl
  }

  /** @throws AppError not-found `CREDIT_NOTE_NOT_FOUND`. */
  async creditNote(orderId: string, refundId: string): Promise<StoredDocument> {
    const { order, issuedAt } = await this.#subject(orderId)
    const note = order.creditNotes[refundId]
    if (note === undefined) throw new AppError('not-found', 'CREDIT_NOTE_NOT_FOUND', 'No such credit note')
    const at = issuedAt('CreditNoteIssued', (data) => data.refundId === refundId)
    return this.#stored('credit-note', { number: note.number, orderId, refundId, issuedAt: at }, async () =>
      creditNotePaper(order, await this.#head(order, at), note),
    )
  }

  /** The withdrawal of a credit note. @throws AppError not-found `DEBIT_NOTE_NOT_FOUND`. */
  async debitNote(orderId: string, refundId: string): Promise<StoredDocument> {
    const { order, issuedAt } = await this.#subject(orderId)
    const note = order.debitNotes[refundId]
    const withdrawn = order.creditNotes[refundId]
    if (note === undefined || withdrawn === undefined) {
      throw new AppError('not-found', 'DEBIT_NOTE_NOT_FOUND', 'No such debit note')
    }
    const at = issuedAt('DebitNoteIssued', (data) => data.refundId === refundId)
    return this.#stored('debit-note', { number: note.number, orderId, refundId, issuedAt: at }, async () =>
      debitNotePaper(order, await this.#head(order, at), note, withdrawn),
    )
  }

  async #subject(orderId: string): Promise<Subject> {
    const history = await this.#orders.history(orderId)
    return {
      order: loadedFrom(orderId, history).order,
      issuedAt: (type, matches = () => true) => {
        const event = history.find((one) => one.type === type && matches(one.data))
        if (event === undefined) throw new Error(`Order ${orderId} has no ${type}`)
        return event.occurredAt
      },
    }
  }

  async #stored(
    kind: DocumentKind | NumberedKind,
    issued: Issued & { refundId: string | null },
    make: () => Promise<Paper>,
  ): Promise<StoredDocument> {
    const { number, orderId, refundId } = issued
    const key = storedKey(kind, issued)
    const filename = filenameOf(kind, number)
    const known = await this.#documents.get(key)
    if (known !== null) return { filename, bytes: known }
    const numbered = kind === 'receipt' ? 'invoice' : kind
    await this.#refuseDeleted(numbered, number)
    await this.#marks.mark({ kind: numbered, orderId, refundId }, number)
    const bytes = await renderPdf(await make())
    await this.#documents.put(key, bytes, pdfType)
    return { filename, bytes }
  }

  /** What was deleted at the end of its term is not made anew: it would be another document. */
  async #refuseDeleted(kind: NumberedKind, number: number): Promise<void> {
    const deleted = await this.#database.sql.query(
      'select from commerce_document_deletion where kind = $1 and number = $2',
      [kind, number],
    )
    if (deleted.length === 0) return
    throw new AppError(
      'not-found',
      'DOCUMENT_DELETED',
      'This document was deleted at the end of the time for which it has to be kept.',
    )
  }

  async #head(order: Order, issuedAt: Date): Promise<Letterhead> {
    const [seller, buyer, support] = await Promise.all([
      this.#settings.read(sellerSettings),
      this.buyer(order.id),
      supportEmail(this.#settings, this.#config),
    ])
    const { brandName } = this.#config
    return {
      seller: { ...seller, name: seller.name || brandName, email: seller.email || support },
      buyer,
      issuedAt,
    }
  }

  async #receipt(order: Order, issuedAt: Date): Promise<Paper> {
    const [payment] = countedPayments(order)
    const method =
      payment === undefined
        ? null
        : await withPatience(lookingMs, this.#stripe.paymentMethod(payment.intentId))
    if (method === null) {
      throw new AppError(
        'not-found',
        'RECEIPT_NOT_AVAILABLE',
        'Receipt not available. This may be due to the payment method used.',
      )
    }
    return receiptPaper(order, await this.#head(order, issuedAt), method)
  }
}
