import { Organizations } from '#modules/identity/index.ts'
import { CohortDates } from '#modules/leadership/index.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { CompanyOrders } from '../checkout/company-orders.ts'
import type { Quote, QuoteEvent } from '../domain/quote.ts'
import type { acceptQuote } from './contract.ts'
import { QuoteReader } from './quote-reader.ts'
import { quoteRows, quoteStream } from './quote-writes.ts'
import { quoteTables } from './tables.ts'

/** What the person who accepts a quote enters. */
export type Acceptance = InputOf<typeof acceptQuote>['body']

export const ended = (): AppError =>
  new AppError('conflict', 'QUOTE_EXPIRED', 'This quote has ended. Whoever asked for it can renew it here.')

const actor = { kind: 'system', name: 'quotes' } as const

/**
 * Accepting a quote by its link. The order is placed first, under the quote's id, and for the quote's owner: a crash between the
 * two, or a second press, finds it there, and one quote is never two orders.
 */
export class AcceptedQuotes {
  static readonly needs = {
    streams: Streams,
    database: Database,
    reader: QuoteReader,
    orders: CompanyOrders,
    organizations: Organizations,
    dates: CohortDates,
  }
  readonly #parts: Given<typeof AcceptedQuotes.needs>

  constructor(parts: Given<typeof AcceptedQuotes.needs>) {
    this.#parts = parts
  }

  /**
   * Answers the id of the order, also to a repeat.
   * @throws AppError not-found `QUOTE_NOT_FOUND`; conflict `QUOTE_EXPIRED`, and as `CompanyOrders.place`
   */
  async accept(token: string, { name, reference: typed }: Acceptance, requestId: string): Promise<string> {
    const { reader, orders, organizations } = this.#parts
    const { quote, terms, status } = await reader.byToken(token)
    if (status === 'accepted') return quote.id
    if (status === 'expired') throw ended()
    await assertPrintable({ name, reference: typed })
    const line = terms.lines[0]!
    const own = typed || ((await organizations.get(terms.organizationId))?.reference ?? '')
    const { reference } = await this.#claim(quote.id, { name, reference: own })
    const placed = orders.place({ actor, requestId }, terms.ownerId, {
      organizationId: terms.organizationId,
      productId: line.productId,
      cohortId: line.cohortId,
      seats: line.quantity,
      couponCode: null,
      method: 'invoice',
      reference: reference === '' ? null : reference,
      termsVersion: terms.termsVersion,
      orderId: quote.id,
      agreed: { lines: terms.lines, currency: terms.currency, withoutDate: await this.#waitsForDate(quote) },
    })
    await placed.catch(async (error: unknown) => {
      await this.#unclaim(quote.id)
      // The person who asked for it no longer manages the organization.
      throw error instanceof AppError && error.code === 'ORGANIZATION_NOT_FOUND' ? ended() : error
    })
    await this.recordAccepted(quote.id, requestId)
    return quote.id
  }

  /** Whether staff has yet to open the private cohort of the quote: its seats get their places there later. */
  async #waitsForDate({ id, terms }: Quote): Promise<boolean> {
    if (terms?.privateStart === undefined) return false
    const own = await this.#parts.dates.upcoming({ organizationId: terms.organizationId })
    return own.every((cohort) => cohort.id !== id)
  }

  /** Of several who accept at the same moment, the first gives name and reference, to the quote and to the invoice. */
  async #claim(id: string, { name, reference }: Acceptance): Promise<Acceptance> {
    const tables = quoteTables(this.#parts.database.sql)
    await tables
      .updateTable('commerce_quote_person')
      .set({ acceptedBy: name, reference: reference === '' ? null : reference })
      .where('quoteId', '=', id)
      .where('acceptedBy', 'is', null)
      .execute()
    const row = await tables
      .selectFrom('commerce_quote_person')
      .select(['acceptedBy', 'reference'])
      .where('quoteId', '=', id)
      .executeTakeFirst()
    return { name: row?.acceptedBy ?? name, reference: row?.reference ?? '' }
  }

  /** Nothing was ordered: the next who accepts gives other words. */
  async #unclaim(id: string): Promise<void> {
    const { orders, database } = this.#parts
    if (await orders.isPlaced(id)) return
    await quoteTables(database.sql)
      .updateTable('commerce_quote_person')
      .set({ acceptedBy: null })
      .where('quoteId', '=', id)
      .execute()
  }

  /** Records that a quote was accepted; does nothing when there is no such quote, which may be so for an order that the log had lost. */
  async recordAccepted(id: string, requestId = 'restore'): Promise<void> {
    await this.#parts.streams.change(
      quoteStream,
      id,
      ({ terms, acceptedAt }): QuoteEvent[] =>
        terms === null || acceptedAt !== null ? [] : [{ type: 'QuoteAccepted', data: {} }],
      ({ before, after }) => ({
        metadata: { actor: 'system:quotes', requestId },
        once: 'accepted',
        writes: quoteRows.write(before, after),
      }),
    )
  }
}
