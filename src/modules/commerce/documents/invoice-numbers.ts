import type { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { creditNotesOwed, debitNotesOwed, owesInvoice } from '../domain/decisions.ts'
import type { OrderEvent } from '../domain/events.ts'
import { evolve, type Order } from '../domain/order.ts'
import type { NumberedKind } from './document-names.ts'

export interface NumberedDocuments {
  events: OrderEvent[]
  writes: Write[]
}

export type Take = (order: Order, now: Date) => Promise<NumberedDocuments>

const insert = `insert into commerce_invoice (kind, number, order_id, refund_id, issued_at) values ($1, $2, $3, $4, $5)`

/**
 * Hands out invoice, credit-note and debit-note numbers without a gap. A number is read as "highest plus one" and becomes taken
 * by the row that commits with its event; whoever loses the race for it is refused by the primary key and tries the
 * next one. Inside one process the race is avoided by taking turns.
 */
export class InvoiceNumbers {
  readonly #database: Database
  #turn: Promise<unknown> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  /** Runs `work` while nobody else in this process takes a number. */
  exclusively<T>(work: (take: Take) => Promise<T>): Promise<T> {
    const mine = this.#turn.then(() => work((order, now) => this.#take(order, now)))
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** True when an append failed because another process took the number first. */
  wasTaken(error: unknown): boolean {
    return violates(error, 'commerce_invoice')
  }

  async #take(order: Order, now: Date): Promise<NumberedDocuments> {
    const next = await this.#next()
    const events: OrderEvent[] = []
    const writes: Write[] = []
    const issue = (kind: NumberedKind, number: number, refundId: string | null) =>
      writes.push({ text: insert, values: [kind, number, order.id, refundId, now] })
    if (owesInvoice(order)) {
      events.push({ type: 'InvoiceIssued', data: { number: next.invoice } })
      issue('invoice', next.invoice, null)
    }
    creditNotesOwed(events.reduce(evolve, order)).forEach((owed, i) => {
      const number = next['credit-note'] + i
      events.push({ type: 'CreditNoteIssued', data: { number, ...owed } })
      issue('credit-note', number, owed.refundId)
    })
    debitNotesOwed(order).forEach((owed, i) => {
      const number = next['debit-note'] + i
      events.push({ type: 'DebitNoteIssued', data: { number, ...owed } })
      issue('debit-note', number, owed.refundId)
    })
    return { events, writes }
  }

  async #next(): Promise<Record<NumberedKind, number>> {
    const rows = await this.#database.sql.query<{ kind: NumberedKind; number: number }>(
      `select kind, coalesce(max(i.number), 0) + 1 as number
       from unnest(array['invoice', 'credit-note', 'debit-note']) as kind left join commerce_invoice i using (kind) group by kind`,
    )
    const next = { invoice: 1, 'credit-note': 1, 'debit-note': 1 }
    for (const row of rows) next[row.kind] = Number(row.number)
    return next
  }
}

/** True when `error`, or what caused it, is PostgreSQL's refusal of a duplicate in `table` (or its named constraint). */
export function violates(error: unknown, table: string, constraint?: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    const { code, table: where, constraint: what } = cause as Error & Record<string, unknown>
    if (code === '23505' && where === table && (constraint === undefined || what === constraint)) return true
  }
  return false
}
