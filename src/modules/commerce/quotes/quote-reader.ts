import { CohortDates } from '#modules/leadership/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { totalOf } from '../domain/order-lines.ts'
import { type Printed, printedOf } from '../domain/printed.ts'
import { type Quote, type QuoteStatus, type QuoteTerms, quoteStatus } from '../domain/quote.ts'
import { currentTerms } from '../invoices/seller-settings.ts'
import { Prices } from '../pricing/prices.ts'
import { taxedBuyer } from '../tax/tax-ids.ts'
import { PaperKeys } from '../vendor-pack/vendor-papers.ts'
import { type ListedQuote, listedQuote, quotesOf } from './quote-list.ts'
import { quoteStream } from './quote-writes.ts'
import { quoteNotFound } from './quotes.ts'
import { type QuoteTables, quoteTables } from './tables.ts'

export type QuotePerson = Pick<
  QuoteTables['commerce_quote_person'],
  | 'token'
  | 'company'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'addressLine1'
  | 'addressLine2'
  | 'postalCode'
  | 'city'
  | 'region'
  | 'country'
  | 'taxId'
  | 'reference'
  | 'acceptedBy'
  | 'forwardedBy'
  | 'forwardedAt'
>

/** A quote with all that its page and its file say. */
export interface ReadQuote {
  quote: Quote
  terms: QuoteTerms
  status: QuoteStatus
  issuedAt: Date
  person: QuotePerson
  printed: Printed
  /** Why each discount of the line is taken off, in words. */
  reasons: string[]
  /** The first day of the date that was asked for; null for none, or for one that is not open any more. */
  startsOn: string | null
}

/** Whose quotes are listed: those that an account asked for, and those of organizations. */
export interface QuoteReaders {
  ownerId: string
  organizationIds: readonly string[]
}

/** Reads quotes: by their link, for their owner, for staff. */
export class QuoteReader extends PaperKeys {
  static readonly needs = {
    database: Database,
    clock: Clock,
    settings: Settings,
    config: Config,
    streams: Streams,
    prices: Prices,
    dates: CohortDates,
  }
  readonly #parts: Given<typeof QuoteReader.needs>

  constructor(parts: Given<typeof QuoteReader.needs>) {
    super()
    this.#parts = parts
  }

  /** @throws AppError not-found `QUOTE_NOT_FOUND`, also once its owner is erased. */
  async byToken(token: string): Promise<ReadQuote> {
    const read = await this.#read('token', token)
    if (read === null) throw quoteNotFound()
    return read
  }

  override async opens(token: string): Promise<boolean> {
    return (await this.#read('token', token)) !== null
  }

  /** Null for one that is not there, also once its owner is erased. */
  byId(id: string): Promise<ReadQuote | null> {
    return this.#read('quoteId', id)
  }

  async #read(column: 'token' | 'quoteId', value: string): Promise<ReadQuote | null> {
    const { database, clock, settings, config, streams, prices, dates } = this.#parts
    const person = await quoteTables(database.sql)
      .selectFrom('commerce_quote_person')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst()
    if (person === undefined) return null
    const { state: quote } = await streams.load(quoteStream, person.quoteId)
    const { terms, issuedAt } = quote
    const line = terms?.lines[0]
    if (terms === null || issuedAt === null || line === undefined) return null
    const [termsFor, reasons, upcoming] = await Promise.all([
      currentTerms(settings, config),
      prices.wordsOf(line.discounts),
      line.cohortId === null || terms.privateStart !== undefined ? [] : dates.openTo(terms.organizationId),
    ])
    return {
      quote,
      terms,
      status: quoteStatus(quote, clock.now()),
      issuedAt,
      person,
      printed: printedOf(
        termsFor(taxedBuyer(person, true), clock.now()),
        totalOf(terms.lines),
        terms.currency,
      ),
      reasons,
      startsOn: terms.privateStart ?? upcoming.find(({ id }) => id === line.cohortId)?.startsOn ?? null,
    }
  }

  /** Newest first, at most 200. */
  async list(of: QuoteReaders): Promise<ListedQuote[]> {
    const rows = await quotesOf(this.#parts.database.sql)
      .where(({ eb, or, fn, val }) =>
        or([
          eb('q.ownerId', '=', of.ownerId),
          eb('q.organizationId', '=', fn.any(val([...of.organizationIds]))),
        ]),
      )
      .limit(200)
      .execute()
    return rows.map((row) => listedQuote(row, this.#parts.clock.now()))
  }
}
