import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Documents } from '#platform/storage/documents.ts'
import {
  type DocumentKind,
  type DocumentNumber,
  filenameOf,
  type NumberedKind,
  printedNumber,
  storedKey,
} from '../domain/document-names.ts'
import type { IssuedDocument, OrderEventType } from '../domain/events.ts'
import type { Order } from '../domain/order.ts'
import { isPaid, statusOf } from '../domain/status.ts'
import { loadedFrom } from '../orders/loaded.ts'
import type { Orders } from '../orders/orders.ts'
import { numberedContent, receiptContent } from './document-contents.ts'
import { digestOf } from './document-digest.ts'
import type { DocumentFaults } from './document-faults.ts'
import type { Letterheads } from './letterheads.ts'
import type { PaymentMethods } from './payment-methods.ts'
import { renderPdf } from './pdf.ts'
import type { PrintedNumbers } from './printed-numbers.ts'
import { isDeleted } from './tables.ts'

export interface StoredDocument {
  filename: string
  bytes: Buffer
}

/** What a document is made from: the order and when its numbered documents were issued. */
interface Subject {
  order: Order
  issuedAt(type: OrderEventType, matches?: (data: Record<string, unknown>) => boolean): Date
}

const pdfType = 'application/pdf'
/** Invoice, receipt and credit notes: rendered once, stored, and the same bytes every time after. */
export class OrderDocuments {
  readonly #orders: Orders
  readonly #database: Database
  readonly #documents: Documents
  readonly #printed: PrintedNumbers
  readonly #letterheads: Letterheads
  readonly #methods: PaymentMethods
  readonly #faults: DocumentFaults

  constructor(parts: {
    orders: Orders
    database: Database
    documents: Documents
    printed: PrintedNumbers
    letterheads: Letterheads
    methods: PaymentMethods
    faults: DocumentFaults
  }) {
    this.#orders = parts.orders
    this.#database = parts.database
    this.#documents = parts.documents
    this.#printed = parts.printed
    this.#letterheads = parts.letterheads
    this.#methods = parts.methods
    this.#faults = parts.faults
  }

  /**
   * @throws AppError conflict `ORDER_NOT_COMPLETED` (with `orderStatus`) before the invoice is issued, and for a receipt before the money has arrived, not-found
   *   `RECEIPT_NOT_AVAILABLE` when Stripe does not tell how it was paid, or `DOCUMENT_NOT_AS_ISSUED`.
   */
  async get(orderId: string, kind: DocumentKind): Promise<StoredDocument> {
    const subject = await this.#subject(orderId)
    const before = kind === 'receipt' && !isPaid(statusOf(subject.order))
    if (subject.order.invoice === null || before) {
      const orderStatus = statusOf(subject.order)
      throw new AppError('conflict', 'ORDER_NOT_COMPLETED', `The order is ${orderStatus}, not completed`, {
        extra: { orderStatus },
      })
    }
    const { order } = subject
    const issued = { ...subject.order.invoice, issuedAt: subject.issuedAt('InvoiceIssued') }
    return kind === 'invoice' ? this.#numbered('invoice', order, null, issued) : this.#receipt(order, issued)
  }

  /** Makes sure that every numbered document of an order is stored; one that cannot be made as issued is reported. */
  async store(orderId: string): Promise<void> {
    const { order, issuedAt } = await this.#subject(orderId)
    const made: Promise<unknown>[] = []
    if (order.invoice !== null) {
      const issued = { ...order.invoice, issuedAt: issuedAt('InvoiceIssued') }
      made.push(this.#numbered('invoice', order, null, issued))
    }
    for (const refundId of Object.keys(order.creditNotes)) made.push(this.creditNote(orderId, refundId))
    for (const refundId of Object.keys(order.debitNotes)) made.push(this.debitNote(orderId, refundId))
    for (const result of await Promise.allSettled(made)) {
      if (result.status === 'rejected' && !(result.reason instanceof AppError)) throw result.reason
    }
  }

  /** @throws AppError not-found `CREDIT_NOTE_NOT_FOUND`, or `DOCUMENT_NOT_AS_ISSUED`. */
  async creditNote(orderId: string, refundId: string): Promise<StoredDocument> {
    const { order, issuedAt } = await this.#subject(orderId)
    const note = order.creditNotes[refundId]
    if (note === undefined) throw new AppError('not-found', 'CREDIT_NOTE_NOT_FOUND', 'No such credit note')
    const at = issuedAt('CreditNoteIssued', (data) => data.refundId === refundId)
    return this.#numbered('credit-note', order, refundId, { ...note, issuedAt: at })
  }

  /** The withdrawal of a credit note. @throws AppError not-found `DEBIT_NOTE_NOT_FOUND`, or `DOCUMENT_NOT_AS_ISSUED`. */
  async debitNote(orderId: string, refundId: string): Promise<StoredDocument> {
    const { order, issuedAt } = await this.#subject(orderId)
    const note = order.debitNotes[refundId]
    if (note === undefined || order.creditNotes[refundId] === undefined) {
      throw new AppError('not-found', 'DEBIT_NOTE_NOT_FOUND', 'No such debit note')
    }
    const at = issuedAt('DebitNoteIssued', (data) => data.refundId === refundId)
    return this.#numbered('debit-note', order, refundId, { ...note, issuedAt: at })
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

  /** The stored document when it is the one that was issued, else the same made anew. */
  async #numbered(
    kind: NumberedKind,
    order: Order,
    refundId: string | null,
    issued: IssuedDocument & { issuedAt: Date },
  ): Promise<StoredDocument> {
    const subject = { ...issued, orderId: order.id }
    const key = storedKey(kind, subject)
    const filename = filenameOf(kind, issued)
    const known = await this.#documents.get(key)
    const isIssued = (bytes: Buffer) => issued.pdfDigest === null || digestOf(bytes) === issued.pdfDigest
    if (known !== null && isIssued(known)) return { filename, bytes: known }
    await this.#refuseDeleted(kind, issued)
    const printed = { kind, orderId: order.id, refundId }
    await this.#printed.mark(printed, issued, issued.pdfDigest, kind === 'invoice' ? order : null)
    const bytes = await this.#render(kind, order, refundId, issued.issuedAt)
    if (!isIssued(bytes)) {
      await this.#faults.notAsIssued(printedNumber(kind, issued), order.id, known !== null)
      throw notAsIssued()
    }
    await this.#documents.put(key, bytes, pdfType)
    if (known !== null) await this.#faults.replaced(printedNumber(kind, issued), order.id)
    return { filename, bytes }
  }

  async #render(kind: NumberedKind, order: Order, refundId: string | null, issuedAt: Date): Promise<Buffer> {
    const head = { ...(await this.#letterheads.of(order, kind, refundId)), issuedAt }
    return renderPdf(numberedContent(kind, order, refundId, head))
  }

  /** Made once from what Stripe says, and the same bytes from then on. */
  async #receipt(order: Order, issued: IssuedDocument & { issuedAt: Date }): Promise<StoredDocument> {
    const key = storedKey('receipt', { ...issued, orderId: order.id })
    const filename = filenameOf('receipt', issued)
    const known = await this.#documents.get(key)
    if (known !== null) return { filename, bytes: known }
    await this.#refuseDeleted('invoice', issued)
    const printed = { kind: 'invoice', orderId: order.id, refundId: null } as const
    await this.#printed.mark(printed, issued, issued.pdfDigest, order)
    const method = await this.#methods.ofOrder(order)
    const head = { ...(await this.#letterheads.of(order, 'invoice', null)), issuedAt: issued.issuedAt }
    const bytes = await renderPdf(receiptContent(order, head, method))
    await this.#documents.put(key, bytes, pdfType)
    return { filename, bytes }
  }

  /** What was deleted at the end of its term is not made anew: it would be another document. */
  async #refuseDeleted(kind: NumberedKind, issued: DocumentNumber): Promise<void> {
    if (!(await isDeleted(this.#database.sql, kind, issued))) return
    throw new AppError(
      'not-found',
      'DOCUMENT_DELETED',
      'This document was deleted at the end of the time for which it has to be kept.',
    )
  }
}

/** Another document than the issued one is never handed out. */
function notAsIssued(): AppError {
  return new AppError(
    'unavailable',
    'DOCUMENT_NOT_AS_ISSUED',
    'This document is not as it was issued. It was reported; please write to us.',
  )
}
