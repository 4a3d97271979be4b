import type { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { creditNotesOwed, debitNotesOwed, owesInvoice } from '../domain/documents-owed.ts'
import type { OrderEvent } from '../domain/events.ts'
import { evolve, type Order } from '../domain/order.ts'
import type { NumberedKind } from './document-names.ts'
import type { Numbered, NumberMarks } from './number-marks.ts'

export interface NumberedDocuments {
  events: OrderEvent[]
  writes: Write[]
}

export type Take = (order: Order, now: Date) => Promise<NumberedDocuments>

const insert = `insert into commerce_invoice (kind, number, order_id, refund_id, issued_at) values ($1, $2, $3, $4, $5)`

/**
 * Hands out invoice, credit-note and debit-note numbers without a gap. A number is read as "highest plus one" and becomes taken
 * by the row that commits with its event; whoever loses the race for it is refused by the primary key and tries the
 * next one. Inside one process the race is avoided by taking turns. What was printed before the database was restored
 * keeps its number: it gets the same one again, and nothing else does.
 */
export class InvoiceNumbers {
  readonly #database: Database
  readonly #marks: NumberMarks
  #turn: Promise<unknown> = Promise.resolve()

  constructor(database: Database, marks: NumberMarks) {
    this.#database = database
    this.#marks = marks
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
    const issue = async (kind: NumberedKind, refundId: string | null): Promise<number> => {
      const number = await this.#choose({ kind, orderId: order.id, refundId }, next)
      writes.push({ text: insert, values: [kind, number, order.id, refundId, now] })
      return number
    }
    if (owesInvoice(order)) {
      events.push({ type: 'InvoiceIssued', data: { number: await issue('invoice', null) } })
    }
    for (const owed of creditNotesOwed(events.reduce(evolve, order))) {
      const number = await issue('credit-note', owed.refundId)
      events.push({ type: 'CreditNoteIssued', data: { number, ...owed } })
    }
    for (const owed of debitNotesOwed(order)) {
      const number = await issue('debit-note', owed.refundId)
      events.push({ type: 'DebitNoteIssued', data: { number, ...owed } })
    }
    return { events, writes }
  }

  /** The number that was printed for this before, else the first from `next` on that was not printed for another. */
  async #choose(what: Numbered, next: Record<NumberedKind, number>): Promise<number> {
    const before = await this.#marks.numberOf(what)
    if (before !== null && (await this.#isFree(what.kind, before))) return before
    let number = next[what.kind]
    while (await this.#marks.isHeldByAnother(what, number)) number += 1
    next[what.kind] = number + 1
    return number
  }

  async #isFree(kind: NumberedKind, number: number): Promise<boolean> {
    const taken = await this.#database.sql.query(
      'select from commerce_invoice where kind = $1 and number = $2',
      [kind, number],
    )
    return taken.length === 0
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
