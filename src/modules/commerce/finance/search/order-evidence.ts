import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { RecordedEvent } from '#platform/event-log/event-log.ts'
import { creditNoteName, type DocumentKind, debitNoteName, invoiceName } from '../../domain/document-names.ts'
import { invoicesOf } from '../../domain/documents-due.ts'
import type { IssuedInvoice } from '../../domain/events.ts'
import { intentIds, type Order } from '../../domain/order.ts'
import type { OrderDocuments, StoredDocument } from '../../invoices/order-documents.ts'
import { type InboxRow, inboxColumns } from '../../orders/inbox-row.ts'
import type { LedgerMail, MailLedger } from '../../orders/mail-ledger.ts'
import { orderNotFound } from '../../orders/order-lists.ts'
import { orderTables } from '../../orders/tables.ts'
import { countryOf } from '../../tax/countries.ts'
import type { orderEvidence } from './contract-evidence.ts'

export interface EvidenceDocument {
  kind: DocumentKind
  number: string
  /** The refund of a note, or the correction of an invoice, part of the URL of its download; null for the first invoice. */
  refundId: string | null
}

/** The URL at which finance reads the PDF of a document. */
export function pathOfDocument(
  orderId: string,
  { kind, refundId }: Omit<EvidenceDocument, 'number'>,
): string {
  const query = refundId === null ? '' : `?refundId=${encodeURIComponent(refundId)}`
  return `/api/finance/orders/${orderId}/documents/${kind}${query}`
}

/** One request and the events that it recorded. */
export type WritingRequest = OutputOf<typeof orderEvidence>['requests'][number]

/** The evidence beside an order's events: documents, mails, webhooks, and the requests that recorded the events. */
export class OrderEvidence {
  readonly #database: Database
  readonly #documents: OrderDocuments
  readonly #ledger: MailLedger

  constructor(database: Database, documents: OrderDocuments, ledger: MailLedger) {
    this.#database = database
    this.#documents = documents
    this.#ledger = ledger
  }

  documents(order: Order): EvidenceDocument[] {
    const [valid, ...replaced] = invoicesOf(order).reverse()
    if (valid === undefined) return []
    const as = (kind: 'invoice' | 'receipt', { correctionId, ...number }: IssuedInvoice) => {
      return { kind, number: invoiceName(number), refundId: correctionId ?? null }
    }
    return [
      as('invoice', valid),
      as('receipt', valid),
      ...replaced.map((invoice) => as('invoice', invoice)),
      ...Object.values(order.creditNotes).map((note): EvidenceDocument => {
        return { kind: 'credit-note', number: creditNoteName(note), refundId: note.refundId }
      }),
      ...Object.values(order.debitNotes).map((note): EvidenceDocument => {
        return { kind: 'debit-note', number: debitNoteName(note), refundId: note.refundId }
      }),
    ]
  }

  /** The bytes of a document. @throws AppError not-found or conflict when the order has no such document. */
  document(orderId: string, kind: DocumentKind, refundId: string | undefined): Promise<StoredDocument> {
    const isNote = kind === 'credit-note' || kind === 'debit-note'
    if (isNote && refundId === undefined) throw orderNotFound()
    return this.#documents.get(orderId, kind, refundId ?? null)
  }

  /** What the buyer's country and tax were decided on; null once the buyer is erased. */
  async tax(order: Order): Promise<OutputOf<typeof orderEvidence>['tax']> {
    const row = await orderTables(this.#database.sql)
      .selectFrom('commerce_order_customer')
      .select(['country as billingCountry', 'tax_id as taxId', 'tax_check as check'])
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    if (row === undefined) return null
    const cardCountries = [
      ...new Set(Object.values(order.intents).flatMap(({ card }) => card?.country ?? [])),
    ]
    const billed = countryOf(row.billingCountry)
    return {
      ...row,
      cardCountries,
      differs: billed !== null && cardCountries.some((code) => code !== billed),
    }
  }

  /** Every mail of the order to its buyer, oldest first. */
  mails(orderId: string): Promise<LedgerMail[]> {
    return this.#ledger.ofOrder(orderId)
  }

  /** Webhooks about this order, newest first. */
  webhooks(order: Order): Promise<InboxRow[]> {
    return orderTables(this.#database.sql)
      .selectFrom('commerce_stripe_inbox')
      .select(inboxColumns)
      .where(({ eb, fn, or, val }) =>
        or([eb('order_id', '=', order.id), eb('intent_id', '=', fn.any(val(intentIds(order))))]),
      )
      .orderBy('received_at', 'desc')
      .limit(100)
      .execute()
  }

  /** The requests behind the events, oldest first. */
  requests(events: readonly RecordedEvent[]): WritingRequest[] {
    const found = new Map<string, WritingRequest>()
    for (const { metadata, version, recordedAt } of events) {
      const requestId = typeof metadata.requestId === 'string' ? metadata.requestId : null
      if (requestId === null) continue
      const known = found.get(requestId)
      if (known === undefined)
        found.set(requestId, {
          requestId,
          actor: String(metadata.actor ?? ''),
          at: recordedAt,
          versions: [version],
        })
      else known.versions.push(version)
    }
    return [...found.values()]
  }
}
