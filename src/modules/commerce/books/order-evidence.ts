import type { Database } from '#platform/database/database.ts'
import type { RecordedEvent } from '#platform/event-log/event-log.ts'
import { creditNoteName, debitNoteName, invoiceName } from '../documents/document-names.ts'
import type { OrderDocuments, StoredDocument } from '../documents/order-documents.ts'
import { intentIds, type Order } from '../domain/order.ts'
import * as queues from '../orders/effects.ts'
import { orderNotFound } from '../orders/order-lists.ts'
import { type InboxRow, inboxColumns } from '../stripe/inbox-row.ts'

export const paperKinds = ['invoice', 'receipt', 'credit-note', 'debit-note'] as const
export type PaperKind = (typeof paperKinds)[number]

export interface Paper {
  kind: PaperKind
  number: string
  /** What the address of the download needs besides the kind: the refund of a credit or debit note. */
  refundId: string | null
}

export interface OwedMail {
  what: string
  state: string
  owedAt: Date | null
  /** Not before then. */
  dueAt: Date | null
  doneAt: Date | null
}

/** One request and all that it wrote. */
export interface WritingRequest {
  requestId: string
  actor: string
  at: Date
  versions: number[]
}

const mailNames: Record<string, string> = {
  [queues.confirmationQueue]: 'Confirmation with invoice and receipt',
  [queues.refundMailQueue]: 'Refund',
  [queues.refundFailedMailQueue]: 'Refund that failed',
  [queues.scheduleMailQueue]: 'Schedule',
  [queues.paymentFailedMailQueue]: 'Failed payment',
  [queues.reminderQueue]: 'Reminder, if the payment is still open',
  [queues.documentMailQueue]: 'Documents, asked for by the buyer',
}

/** Looked at when they are due, and sent only if they still apply; which of the two it was is not kept. */
const lookAgain = [queues.scheduleMailQueue, queues.paymentFailedMailQueue]

/** What surrounds an order's events: papers, mails, webhooks, and the requests that wrote them. */
export class OrderEvidence {
  readonly #database: Database
  readonly #documents: OrderDocuments

  constructor(database: Database, documents: OrderDocuments) {
    this.#database = database
    this.#documents = documents
  }

  papers(order: Order): Paper[] {
    if (order.invoiceNumber === null) return []
    const number = invoiceName(order.invoiceNumber)
    return [
      { kind: 'invoice', number, refundId: null },
      { kind: 'receipt', number, refundId: null },
      ...Object.values(order.creditNotes).map((note): Paper => {
        return { kind: 'credit-note', number: creditNoteName(note.number), refundId: note.refundId }
      }),
      ...Object.values(order.debitNotes).map((note): Paper => {
        return { kind: 'debit-note', number: debitNoteName(note.number), refundId: note.refundId }
      }),
    ]
  }

  /** The bytes of a paper. @throws AppError not-found or conflict when the order has no such paper. */
  paper(orderId: string, kind: PaperKind, refundId: string | undefined): Promise<StoredDocument> {
    switch (kind) {
      case 'invoice':
      case 'receipt':
        return this.#documents.get(orderId, kind)
      case 'credit-note':
        if (refundId === undefined) throw orderNotFound()
        return this.#documents.creditNote(orderId, refundId)
      case 'debit-note':
        if (refundId === undefined) throw orderNotFound()
        return this.#documents.debitNote(orderId, refundId)
      default:
        return kind satisfies never
    }
  }

  /**
   * Mails that the order called for, and what became of them. Besides the states of jobs there are `unneeded` (looked
   * at when it was due, and not sent) and `looked-at` (sent, if it still applied and there was an address). Done ones
   * are known for as long as jobs are kept.
   */
  async mails(orderId: string): Promise<OwedMail[]> {
    const rows = await this.#database.sql.query<Omit<OwedMail, 'what'> & { queue: string }>(
      `select name as queue, created_on as "owedAt", start_after as "dueAt", completed_on as "doneAt",
         case when state <> 'completed' then state::text
           when name = $3 and not exists (select from commerce_reminder where order_id::text = $2) then 'unneeded'
           when name = any($4::text[]) then 'looked-at'
           when not exists (select from commerce_order_customer where order_id::text = $2) then 'looked-at'
           else 'completed' end as state
       from pgboss.job where name = any($1::text[]) and data->>'orderId' = $2 order by created_on, name`,
      [Object.keys(mailNames), orderId, queues.reminderQueue, lookAgain],
    )
    return rows.map(({ queue, ...row }) => ({ ...row, what: mailNames[queue] ?? queue }))
  }

  /** Webhooks about this order, newest first. */
  webhooks(order: Order): Promise<InboxRow[]> {
    return this.#database.sql.query<InboxRow>(
      `select ${inboxColumns} from commerce_stripe_inbox where order_id = $1 or intent_id = any($2::text[])
       order by commerce_stripe_inbox.received_at desc limit 100`,
      [order.id, intentIds(order)],
    )
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
