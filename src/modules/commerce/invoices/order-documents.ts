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
import { invoicesOf } from '../domain/documents-due.ts'
import type { IssuedDocument } from '../domain/events.ts'
import type { Order } from '../domain/order.ts'
import { isPaid, statusOf } from '../domain/status.ts'
import { type Buyer, buyerOf } from '../orders/buyers.ts'
import type { Loaded } from '../orders/loaded.ts'
import { Orders } from '../orders/orders.ts'
import { numberedContent, receiptContent } from './document-contents.ts'
import { PaymentMethods } from './payment-methods.ts'
import { renderPdf } from './pdf.ts'
import { digestOf, type Numbered, PrintedNumbers } from './printed-numbers.ts'
import { fileWrite, isDeleted, lockDocument, markCopied, type StoredFiles, storedFiles } from './tables.ts'

export interface StoredDocument {
  filename: string
  bytes: Buffer
}

/** A document of an order that is issued. */
interface Issue extends Numbered {
  document: IssuedDocument & { issuedAt: Date }
  order: Order
  /** An invoice that was issued again since, with other details. */
  isReplaced: boolean
}

/** The bytes of a document, and what is stored under its number. */
interface Found {
  kind: DocumentKind
  bytes: Buffer
  stored: 'with its copy' | 'without a copy' | 'not as issued' | 'not'
}

interface Stored {
  files: StoredFiles
  /** Null once erased. */
  buyer: Buyer | null
}

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
   * @param refundId of a note; of invoice and receipt the correction with which it was issued, null for the first one, and
   *   nothing for the valid one
   * @throws AppError conflict `ORDER_NOT_COMPLETED` (with `orderStatus`) before the invoice is issued, and for a receipt before
   *   the money has arrived; not-found `CREDIT_NOTE_NOT_FOUND`, `DEBIT_NOTE_NOT_FOUND`, `DOCUMENT_DELETED`, or
   *   `RECEIPT_NOT_AVAILABLE` when Stripe does not report how it was paid; unavailable `DOCUMENT_NOT_AS_ISSUED`
   */
  async get(orderId: string, kind: DocumentKind, refundId?: string | null): Promise<StoredDocument> {
    const issue = issueOf(await this.#parts.orders.load(orderId), kind, refundId)
    const stored = await this.#stored(issue)
    const [found] = await this.#handOut(issue, [await this.#find(issue, kind, stored)])
    return found!
  }

  /** Those of an order for its mails: the invoice, and the receipt unless Stripe will never report how it was paid, or before it is paid. */
  async invoiceAndReceipt(loaded: Loaded): Promise<StoredDocument[]> {
    const issue = issueOf(loaded, 'invoice')
    const stored = await this.#stored(issue)
    const found = [await this.#find(issue, 'invoice', stored)]
    if (isPaid(statusOf(loaded.order)))
      await this.#find(issue, 'receipt', stored).then(
        (receipt) => found.push(receipt),
        (error: unknown) => {
          if (!(error instanceof AppError && error.code === 'RECEIPT_NOT_AVAILABLE')) throw error
        },
      )
    return this.#handOut(issue, found)
  }

  /** What the database has of the documents with one number. */
  #stored({ kind, document, order }: Issue): Promise<Stored> {
    return this.#parts.database.rawTransaction(async (sql) => {
      const files = await storedFiles(sql, kind, document)
      return { files, buyer: (await buyerOf(sql, order.id))?.buyer ?? null }
    })
  }

  /** The bytes that are stored, or those of the copy, or of a document that is made now. */
  async #find(issue: Issue, kind: DocumentKind, { files, buyer }: Stored): Promise<Found> {
    const { order, document } = issue
    const isIssued = (bytes: Buffer): boolean =>
      kind === 'receipt' || document.pdfDigest === null || digestOf(bytes) === document.pdfDigest
    const file = files.get(kind)
    if (file !== undefined && isIssued(file.bytes))
      return { kind, bytes: file.bytes, stored: file.copied_at === null ? 'without a copy' : 'with its copy' }
    // All files of a number are deleted together.
    if (files.size === 0 && (await isDeleted(this.#parts.database.sql, issue.kind, document))) throw deleted()
    const copy = await this.#parts.documents.get(storedKey(kind, { ...document, orderId: order.id }))
    const bytes = copy !== null && isIssued(copy) ? copy : await this.#made(issue, kind, buyer)
    if (bytes !== null) return { kind, bytes, stored: file === undefined ? 'not' : 'not as issued' }
    await this.#report(`Withheld a document that is ${file === undefined ? 'lost' : 'not as issued'}`, issue)
    throw notAsIssued()
  }

  /** Marks the number and copies the bytes before documents of it are handed out for the first time. */
  async #handOut(issue: Issue, all: readonly Found[]): Promise<StoredDocument[]> {
    const { document, order } = issue
    const keyOf = (kind: DocumentKind) => storedKey(kind, { ...document, orderId: order.id })
    const first = all.filter(({ stored }) => stored !== 'with its copy')
    if (first.length > 0) {
      const sealed = issue.kind === 'invoice' ? order : null
      await this.#parts.printed.mark(issue, document, document.pdfDigest, sealed)
      for (const { kind, bytes } of first) await this.#parts.documents.put(keyOf(kind), bytes, pdfType)
      const copied_at = this.#parts.clock.now()
      const isKept = await this.#parts.database.rawTransaction(async (locked) => {
        await lockDocument(locked, issue.kind, document)
        if (await isDeleted(locked, issue.kind, document)) return false
        for (const { kind, bytes, stored } of first)
          if (stored === 'without a copy') await markCopied(locked, kind, document, copied_at)
          else await runWrites(locked, [fileWrite(kind, document, { bytes, copied_at })])
        return true
      })
      if (!isKept) {
        for (const { kind } of first) await this.#parts.documents.delete(keyOf(kind))
        throw deleted()
      }
    }
    if (first.some(({ stored }) => stored === 'not as issued'))
      await this.#report('Replaced a document that was not as issued', issue)
    return all.map(({ kind, bytes }) => ({ filename: filenameOf(kind, document), bytes }))
  }

  /** A receipt, from what Stripe says; or a document that could not be rendered when it was issued. Null for any other. */
  async #made(
    { order, refundId, document, isReplaced }: Issue,
    kind: DocumentKind,
    buyer: Buyer | null,
  ): Promise<Buffer | null> {
    const { pdfDigest, printed, issuedAt } = document
    // It is not known any more to whom an invoice that was replaced since had been issued.
    if (isReplaced && kind === 'receipt') throw notThere(kind, order)
    if (isReplaced) return null
    if (kind !== 'receipt' && pdfDigest !== null) return null
    if (printed === null)
      throw new Error(`The event of a document of order ${order.id} does not say what it prints`)
    const head = { printed, buyer, issuedAt }
    return renderPdf(
      kind === 'receipt'
        ? receiptContent(order, head, await this.#parts.methods.ofOrder(order))
        : numberedContent(kind, order, refundId, head),
    )
  }

  async #report(action: string, { kind, document, order }: Issue): Promise<void> {
    const subject = printedNumber(kind, document)
    this.#parts.log.logger.error({ document: subject, orderId: order.id }, action)
    await this.#parts.database.rawTransaction((sql) =>
      this.#parts.audit.record(sql, { by: 'system', action, subject, changes: [] }),
    )
  }
}

/** @throws AppError when the order has no such document (yet) */
function issueOf({ order, facts }: Loaded, document: DocumentKind, refundId?: string | null): Issue {
  const kind = document === 'receipt' ? 'invoice' : document
  const notes = kind === 'credit-note' ? order.creditNotes : order.debitNotes
  const invoices = invoicesOf(order)
  const invoice =
    refundId === undefined ? order.invoice : invoices.find((one) => (one.correctionId ?? null) === refundId)
  const issued = kind === 'invoice' ? invoice : notes[refundId ?? '']
  if (!issued || (document === 'receipt' && !isPaid(statusOf(order)))) throw notThere(document, order)
  const { event } = numbered[kind]
  const fact = facts.find(
    ({ type, data }) =>
      type === event && data.number === issued.number && (data.year ?? null) === (issued.year ?? null),
  )
  if (fact === undefined) throw new Error(`Order ${order.id} has no ${event}`)
  const isReplaced = kind === 'invoice' && issued !== order.invoice
  const about = kind === 'invoice' ? (invoice?.correctionId ?? null) : (refundId ?? null)
  const ofItsTime = kind === 'invoice' ? { ...order, invoice: invoice ?? null } : order
  return {
    ...{ kind, orderId: order.id, refundId: about, order: ofItsTime, isReplaced },
    document: { ...issued, issuedAt: fact.occurredAt },
  }
}

function notThere(kind: DocumentKind, order: Order): AppError {
  if (kind === 'credit-note') return new AppError('not-found', 'CREDIT_NOTE_NOT_FOUND', 'No such credit note')
  if (kind === 'debit-note') return new AppError('not-found', 'DEBIT_NOTE_NOT_FOUND', 'No such debit note')
  const orderStatus = statusOf(order)
  if (isPaid(orderStatus))
    return new AppError('not-found', 'RECEIPT_NOT_AVAILABLE', 'The receipt has the number of the new invoice')
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
