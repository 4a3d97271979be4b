import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import {
  type DocumentNumber,
  type NumberedKind,
  numberedKinds,
  storedKey,
  withoutYear,
} from '../domain/document-names.ts'
import type { Printed } from '../domain/printed.ts'
import type { Numbered, PrintedBefore, PrintedNumbers } from './printed-numbers.ts'
import { documentTables } from './tables.ts'

/** The next number of each kind. */
type NextNumbers = Record<NumberedKind, number>

/** A number that is taken when `write` commits. */
export interface TakenNumber {
  number: DocumentNumber
  /** The document that was printed under it before the database was restored; null when there is none. */
  printedBefore: Buffer | null
  write: Write
}

export type TakeNumber = (
  kind: NumberedKind,
  orderId: string,
  refundId: string | null,
  printed: Printed,
) => Promise<TakenNumber>

/**
 * A mutex for document numbers in this process: while one caller has it, no other one stores a number.
 */
export class NumberTurns {
  readonly #read: (year: number | null) => Promise<NextNumbers>
  #turn: Promise<unknown> = Promise.resolve()

  /** @param read the numbers after those that are stored, of a year or, for null, of the one row of all years */
  constructor(read: (year: number | null) => Promise<NextNumbers>) {
    this.#read = read
  }

  /**
   * @param yearOf the year in which numbers of a moment begin again; null where they never do
   * @param make makes documents that are issued at `now`, under the numbers that it takes from `next`
   * @param store takes the numbers by storing what was made
   */
  take<D, T>(
    now: () => Date,
    yearOf: (now: Date) => number | null,
    make: (next: NextNumbers, now: Date) => Promise<D>,
    store: (made: D, now: Date) => Promise<T>,
  ): Promise<T> {
    const mine = this.#turn.then(async () => {
      const at = now()
      return store(await make(await this.#read(yearOf(at)), at), at)
    })
    this.#turn = mine.catch(() => undefined)
    return mine
  }
}

/**
 * Hands out invoice, credit-note and debit-note numbers without a gap. A number is read as "highest plus one" and becomes taken
 * by the row that commits with its event; a writer that loses the race for it is refused by the primary key and tries the
 * next one. Inside one process the race is avoided by taking turns. What was printed before the database was restored
 * keeps its number and its document: it gets the same ones again, and nothing else does.
 */
export class InvoiceNumbers {
  readonly #database: Database
  readonly #printed: PrintedNumbers
  readonly #turns: NumberTurns

  constructor(database: Database, printed: PrintedNumbers) {
    this.#database = database
    this.#printed = printed
    this.#turns = new NumberTurns((year) => this.#next(year))
  }

  /**
   * Makes and stores documents while no other caller in this process stores a number.
   * @param now the time; numbers are those of its year (UTC) where `yearly`, else of the one row of numbers
   * @param store takes the numbers, with the moment at which the documents are issued
   */
  inTurn<D, T>(
    { now, yearly }: { now: () => Date; yearly: boolean },
    make: (take: TakeNumber, now: Date) => Promise<D>,
    store: (made: D, now: Date) => Promise<T>,
  ): Promise<T> {
    const yearOf = (at: Date): number | null => (yearly ? at.getUTCFullYear() : null)
    return this.#turns.take(now, yearOf, (next, at) => make(this.#taker(at, yearOf(at), next), at), store)
  }

  /**
   * True when an append failed because another process took the number first, or because the buyer of the invoice
   * was changed while it was made.
   */
  mustRepeat(error: unknown): boolean {
    return (
      violates(error, 'commerce_invoice') ||
      violates(error, 'commerce_order_customer', 'commerce_order_customer_as_issued')
    )
  }

  #taker(now: Date, year: number | null, next: NextNumbers): TakeNumber {
    return async (kind, orderId, refundId, printed) => {
      const { pdfDigest, ...number } = await this.#choose({ kind, orderId, refundId }, year, next)
      const key = storedKey(kind, { ...number, orderId, issuedAt: now })
      const printedBefore = pdfDigest === null ? null : await this.#printed.copyOf(key, pdfDigest)
      const taken = documentTables()
        .insertInto('commerce_invoice')
        .values({
          kind,
          year: number.year ?? withoutYear,
          number: number.number,
          order_id: orderId,
          refund_id: refundId,
          issued_at: now,
          currency: printed.currency,
          net_minor: printed.net,
          tax_minor: printed.tax,
          total_minor: printed.total,
          country: printed.basis?.country ?? null,
          buyers: printed.basis?.buyers ?? null,
          treatment: printed.basis?.treatment ?? null,
          percent: printed.taxLines[0]?.percent ?? null,
        })
      return { number, printedBefore, write: writeOf(taken) }
    }
  }

  /** The number that was printed for this before, else the first that was not printed for another. */
  async #choose(what: Numbered, year: number | null, next: NextNumbers): Promise<PrintedBefore> {
    const { kind } = what
    const isHeld = () => this.#printed.isHeldByAnother(what, { number: next[kind], year })
    const [before, isFirstHeld] = await Promise.all([this.#printed.numberOf(what), isHeld()])
    if (before !== null && (await this.#isFree(kind, before))) return before
    for (let held = isFirstHeld; held; held = await isHeld()) next[kind] += 1
    return { number: next[kind]++, year, pdfDigest: null }
  }

  async #isFree(kind: NumberedKind, { number, year }: DocumentNumber): Promise<boolean> {
    const taken = await documentTables(this.#database.sql)
      .selectFrom('commerce_invoice')
      .select('number')
      .where('kind', '=', kind)
      .where('number', '=', number)
      .where('year', '=', year ?? withoutYear)
      .executeTakeFirst()
    return taken === undefined
  }

  async #next(year: number | null): Promise<NextNumbers> {
    const highest = await documentTables(this.#database.sql)
      .selectFrom('commerce_invoice')
      .select(({ fn }) => ['kind', fn.max('number').as('number')])
      .where('year', '=', year ?? withoutYear)
      .where('kind', 'in', numberedKinds)
      .groupBy('kind')
      .execute()
    const next = { invoice: 1, 'credit-note': 1, 'debit-note': 1 }
    for (const { kind, number } of highest) next[kind] = number + 1
    return next
  }
}
