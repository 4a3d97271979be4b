import { AuditLog } from '#platform/audit/audit-log.ts'
import { Database } from '#platform/database/database.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import {
  type DocumentKind,
  filenameOf,
  numbered,
  printedNumber,
  storedKey,
} from '../domain/document-names.ts'
import type { IssuedDocument } from '../domain/events.ts'
import type { Order } from '../domain/order.ts'
import { isPaid, statusOf } from '../domain/status.ts'
import { buyerOf } from '../orders/buyers.ts'
import { loadedFrom } from '../orders/loaded.ts'
import { Orders } from '../orders/orders.ts'
import { numberedContent, receiptContent } from './document-contents.ts'
import { PaymentMethods } from './payment-methods.ts'
import { renderPdf } from './pdf.ts'
import { digestOf, type Numbered, PrintedNumbers } from './printed-numbers.ts'
import { fileOf, fileWrite, isDeleted, lockDocument, markCopied } from './tables.ts'

export interface StoredDocument {
  filename: string
  bytes: Buffer
}

type Issued = IssuedDocument & { issuedAt: Date }

const pdfType = 'application/pdf'
/**
 * Invoice, receipt, credit and debit notes of orders: the bytes that were committed with their numbers. Before a document is
 * handed out for the first time, its number is marked and its bytes are copied outside the database, for a restore from a backup
 * that does not know them.
 */
export class OrderDocuments {
  static readonly needs = {
    orders: Orders,
    database: Database,
    documents: Documents,
    printed: PrintedNumbers,
    methods: PaymentMethods,
    audit: AuditLog,
    clock: Clock,
    log: Log,
  }
  readonly #parts: Given<typeof OrderDocuments.needs>

  constructor(parts: Given<typeof OrderDocuments.needs>) {
    this.#parts = parts
  }

  creditNote(orderId: string, refundId: string): Promise<StoredDocument> {
    return this.get(orderId, 'credit-note', refundId)
  }

  /** The withdrawal of a credit note. */
  debitNote(orderId: string, refundId: string): Promise<StoredDocument> {
    return this.get(orderId, 'debit-note', refundId)
  }

  /**
   * @param refundId of a note; null for invoice and receipt
   * @throws AppError conflict `ORDER_NOT_COMPLETED` (with `orderStatus`) before the invoice is issued, and for a receipt before
   *   the money has arrived; not-found `CREDIT_NOTE_NOT_FOUND`, `DEBIT_NOTE_NOT_FOUND`, `DOCUMENT_DELETED`, or
   *   `RECEIPT_NOT_AVAILABLE` when Stripe does not tell how it was paid; unavailable `DOCUMENT_NOT_AS_ISSUED`
   */
  async get(orderId: string, kind: DocumentKind, refundId: string | null = null): Promise<StoredDocument> {
    const history = await this.#parts.orders.history(orderId)
    const { order } = loadedFrom(orderId, history)
    const what: Numbered = { kind: kind === 'receipt' ? 'invoice' : kind, orderId, refundId }
    const issued = issuedOf(order, what)
    if (issued === null || (kind === 'receipt' && !isPaid(statusOf(order)))) throw notThere(kind, order)
    const event = history.find(
      ({ type, data }) =>
        type === numbered[what.kind].event && (refundId === null || data.refundId === refundId),
    )
    if (event === undefined) throw new Error(`Order ${orderId} has no ${numbered[what.kind].event}`)
    const bytes = await this.#bytes(kind, order, what, { ...issued, issuedAt: event.occurredAt })
    return { filename: filenameOf(kind, issued), bytes }
  }

  async #bytes(kind: DocumentKind, order: Order, what: Numbered, issued: Issued): Promise<Buffer> {
    const { sql } = this.#parts.database
    const isIssued = (bytes: Buffer): boolean =>
      kind === 'receipt' || issued.pdfDigest === null || digestOf(bytes) === issued.pdfDigest
    const stored = await fileOf(sql, kind, issued)
    const known = stored !== undefined && isIssued(stored.bytes) ? stored.bytes : null
    if (known !== null && stored?.copied_at != null) return known
    const key = storedKey(kind, { ...issued, orderId: order.id })
    let bytes = known
    if (bytes === null) {
      if (await isDeleted(sql, what.kind, issued)) throw deleted()
      const copy = await this.#parts.documents.get(key)
      bytes = copy !== null && isIssued(copy) ? copy : await this.#made(kind, order, what, issued)
    }
    if (bytes === null) {
      const how = stored === undefined ? 'lost' : 'not as issued'
      await this.#report(`Withheld a document that is ${how}`, printedNumber(what.kind, issued), order.id)
      throw notAsIssued()
    }
    await this.#parts.printed.mark(what, issued, issued.pdfDigest, what.kind === 'invoice' ? order : null)
    await this.#parts.documents.put(key, bytes, pdfType)
    const copiedAt = this.#parts.clock.now()
    const isKept = await this.#parts.database.rawTransaction(async (locked) => {
      await lockDocument(locked, what.kind, issued)
      if (await isDeleted(locked, what.kind, issued)) return false
      if (known !== null) await markCopied(locked, kind, issued, copiedAt)
      else await runWrites(locked, [fileWrite(kind, issued, { bytes, copied_at: copiedAt })])
      return true
    })
    if (!isKept) {
      await this.#parts.documents.delete(key)
      throw deleted()
    }
    if (known === null && stored !== undefined)
      await this.#report(
        'Replaced a document that was not as issued',
        printedNumber(what.kind, issued),
        order.id,
      )
    return bytes
  }

  /** A receipt, from what Stripe says; or a document that could not be rendered when it was issued. Null for any other. */
  async #made(
    kind: DocumentKind,
    order: Order,
    { refundId }: Numbered,
    { pdfDigest, printed, issuedAt }: Issued,
  ): Promise<Buffer | null> {
    if (kind !== 'receipt' && pdfDigest !== null) return null
    if (printed === null)
      throw new Error(`The event of a document of order ${order.id} does not say what it prints`)
    const stored = await buyerOf(this.#parts.database.sql, order.id)
    const head = { printed, buyer: stored?.buyer ?? null, issuedAt }
    return renderPdf(
      kind === 'receipt'
        ? receiptContent(order, head, await this.#parts.methods.ofOrder(order))
        : numberedContent(kind, order, refundId, head),
    )
  }

  async #report(action: string, number: string, orderId: string): Promise<void> {
    this.#parts.log.logger.error({ document: number, orderId }, action)
    await this.#parts.database.rawTransaction((sql) =>
      this.#parts.audit.record(sql, { by: 'system', action, subject: number, changes: [] }),
    )
  }
}

function issuedOf(order: Order, { kind, refundId }: Numbered): IssuedDocument | null {
  if (kind === 'invoice') return order.invoice
  return (kind === 'credit-note' ? order.creditNotes : order.debitNotes)[refundId ?? ''] ?? null
}

function notThere(kind: DocumentKind, order: Order): AppError {
  if (kind === 'credit-note') return new AppError('not-found', 'CREDIT_NOTE_NOT_FOUND', 'No such credit note')
  if (kind === 'debit-note') return new AppError('not-found', 'DEBIT_NOTE_NOT_FOUND', 'No such debit note')
  const orderStatus = statusOf(order)
  return new AppError('conflict', 'ORDER_NOT_COMPLETED', `The order is ${orderStatus}, not completed`, {
    extra: { orderStatus },
  })
}

/** What was deleted at the end of its term is not made again: it would be another document. */
function deleted(): AppError {
  return new AppError(
    'not-found',
    'DOCUMENT_DELETED',
    'This document was deleted at the end of the time for which it has to be kept.',
  )
}

/** Another document than the issued one is never handed out. */
function notAsIssued(): AppError {
  return new AppError(
    'unavailable',
    'DOCUMENT_NOT_AS_ISSUED',
    'This document is not as it was issued. It was reported; please write to us.',
  )
}
