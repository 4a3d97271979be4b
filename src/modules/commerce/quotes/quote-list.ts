import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { InputOf, OutputOf } from '#platform/contract/endpoint.ts'
import { hasWordsOf } from '#platform/database/contains-pattern.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { quoteName, quoteNumberOf } from '../domain/quote.ts'
import { isAmount, typedAmount } from '../orders/typed-amount.ts'
import type { listQuotes, myQuotes } from './contract.ts'
import { type QuoteTables, quoteTables } from './tables.ts'

/** A quote as the list of its owner, or of staff, has it. */
export type ListedQuote = Omit<OutputOf<typeof myQuotes>['quotes'][number], 'isOwn'> & {
  ownerId: string
  company: string | null
  privateStart: string | null
}

export type QuoteFilter = InputOf<typeof listQuotes>['query']

/** The quotes for staff: search, filter and pages. */
export class QuoteList {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Newest first. @param byPerson whether the reader may search by company, name and e-mail address */
  async find(
    { q, status, page, pageSize }: QuoteFilter,
    byPerson: boolean,
  ): Promise<{ quotes: ListedQuote[]; total: number }> {
    const { sql } = this.#database
    const now = this.#clock.now()
    const { eb, and } = expressionBuilder<Quotes, 'q'>()
    const conditions = [
      ...(q === undefined || q === '' ? [] : [quoteMatches(q, byPerson)]),
      ...(status === 'open' ? [eb('q.status', '=', status), eb('q.validUntil', '>', now)] : []),
      ...(status === 'accepted' ? [eb('q.status', '=', status)] : []),
      ...(status === 'expired' ? [eb('q.status', '<>', 'accepted'), eb('q.validUntil', '<=', now)] : []),
    ]
    const [rows, counted] = await Promise.all([
      quotesOf(sql)
        .where(and(conditions))
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      quoteTables(sql)
        .selectFrom('commerce_quote as q')
        .where(and(conditions))
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    ])
    return { quotes: rows.map((row) => listedQuote(row, now)), total: Number(counted.count) }
  }

  /** The ids of quotes that ask for a private cohort and have not ended. */
  async askingForCohort(): Promise<string[]> {
    const rows = await quoteTables(this.#database.sql)
      .selectFrom('commerce_quote')
      .select('id')
      .where('privateStart', '>', this.#clock.now().toISOString().slice(0, 10))
      .where('status', '<>', 'expired')
      .execute()
    return rows.map(({ id }) => id)
  }
}

type Quotes = { q: QuoteTables['commerce_quote'] } & QuoteTables

/** By id, number as it is printed, amount, and by those who may see people also by company, name, e-mail address and purchase order. */
function quoteMatches(q: string, byPerson: boolean): Expression<SqlBool> {
  const { eb, or } = expressionBuilder<Quotes, 'q'>()
  if (isUuid(q)) return eb('q.id', '=', q)
  const number = quoteNumberOf(q)
  if (number !== null) return eb('q.number', '=', number)
  const amount = typedAmount(q)
  const hasAmount = amount && isAmount(eb.ref('q.totalMinor'), eb.ref('q.currency'), amount)
  if (!byPerson || amount?.certain) return hasAmount ?? or([])
  const found = eb
    .selectFrom('commerce_quote_person as p')
    .select('p.quoteId')
    .where(hasWordsOf(sql.ref('p.search_form'), q))
  const isFor = eb('q.id', 'in', found)
  return hasAmount ? or([hasAmount, isFor]) : isFor
}

/** All quotes with whom they are for, newest first. */
export const quotesOf = (sql: Sql) =>
  quoteTables(sql)
    .selectFrom('commerce_quote as q')
    .leftJoin('commerce_quote_person as p', 'p.quoteId', 'q.id')
    .select(['q.id', 'q.number', 'q.status', 'q.productName', 'q.seats', 'q.currency', 'q.organizationId'])
    .select(['q.totalMinor as total', 'q.issuedAt', 'q.validUntil', 'q.ownerId', 'q.privateStart'])
    .select(['p.token', 'p.company', 'p.firstName', 'p.lastName'])
    .orderBy('q.issuedAt', 'desc')
    .orderBy('q.number', 'desc')

type QuoteRow = Awaited<ReturnType<ReturnType<typeof quotesOf>['execute']>>[number]

export function listedQuote({ firstName, lastName, ...row }: QuoteRow, now: Date): ListedQuote {
  return {
    ...row,
    number: quoteName(row.number),
    // What has ended is so at once; the job that records it comes by within the hour.
    status: row.status === 'open' && row.validUntil <= now ? 'expired' : row.status,
    askedBy: firstName === null ? null : `${firstName} ${lastName ?? ''}`.trim(),
  }
}
