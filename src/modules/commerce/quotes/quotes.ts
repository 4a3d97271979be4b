import { z } from 'zod'
import { type Customer, Customers, type Organization, Organizations } from '#modules/identity/index.ts'
import { CohortDates, groupSize } from '#modules/leadership/index.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { Streams } from '#platform/event-log/streams.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { Settings } from '#platform/settings/settings.ts'
import { assertMayBeHeld, companySettings } from '../checkout/company-settings.ts'
import { type QuoteEvent, type QuoteTerms, quoteName } from '../domain/quote.ts'
import { askedId } from '../orders/made-ids.ts'
import { Products } from '../orders/products.ts'
import { priceSettings } from '../pricing/price-settings.ts'
import { Prices } from '../pricing/prices.ts'
import type { issueQuote } from './contract.ts'
import { personWrite, quoteRows, quoteStream } from './quote-writes.ts'
import { quoteTables } from './tables.ts'

export type QuoteRequest = InputOf<typeof issueQuote>['body']

/** The link of a quote, for the person who asked for it. */
export const quoteMail = defineJob({
  queue: 'commerce.quote-mail',
  data: z.object({ quoteId: z.uuid() }),
  retryLimit: triesOverDays,
})

/** By whose link a quote is found, and what it is called. */
export interface IssuedQuote {
  token: string
  number: string
}

type IssuedEvent = Extract<QuoteEvent, { type: 'QuoteIssued' }>

const day = 24 * 3_600_000
/** Of one account: each takes a number, and a use of its coupon. */
const maxPerDay = 20

export const quoteNotFound = (): AppError =>
  new AppError('not-found', 'QUOTE_NOT_FOUND', 'There is no quote at this address.')

/** The event-sourced quotes: issued to a manager of an organization, at a price that is fixed for some days. */
export class Quotes {
  static readonly needs = {
    streams: Streams,
    database: Database,
    clock: Clock,
    ids: Ids,
    settings: Settings,
    prices: Prices,
    products: Products,
    customers: Customers,
    organizations: Organizations,
    dates: CohortDates,
  }
  readonly #parts: Given<typeof Quotes.needs>
  /** One after the other in this process: numbers have no gap, and no caller has to try again. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Given<typeof Quotes.needs>) {
    this.#parts = parts
  }

  /**
   * Issues a quote at the price of now; its coupon's use is taken with it. A repeat with the same id answers the same quote.
   * @param renews the quote that ended, in whose place this one is
   * @throws AppError `EMAIL_NOT_VERIFIED`, `ORGANIZATION_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`, `COHORT_NOT_OPEN`,
   *   `COHORT_FULL`, `TOO_MANY_PLACES`, `TOO_MANY_QUOTES`, `TOO_FEW_SEATS`, `START_TOO_SOON`; otherwise as `Prices.quote`
   */
  async issue(
    actor: CustomerActor,
    requestId: string,
    request: QuoteRequest,
    renews: string | null = null,
  ): Promise<IssuedQuote> {
    const { customers, organizations } = this.#parts
    const owner = await customers.get(actor.userId)
    if (owner === null || !owner.isEmailVerified)
      throw new AppError('forbidden', 'EMAIL_NOT_VERIFIED', 'Please verify your email address first')
    await organizations.assertManages(actor.userId, request.organizationId)
    await assertPrintable({ fullName: `${owner.firstName} ${owner.lastName}` })
    const organization = await organizations.get(request.organizationId)
    if (organization === null) throw quoteNotFound()
    const asked = { ...request, id: askedId('quote', owner.id, request.id) }
    const mine = this.#turn.then(() => this.#issue(actor, requestId, asked, renews, owner, organization))
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  async #issue(
    actor: CustomerActor,
    requestId: string,
    request: QuoteRequest,
    renews: string | null,
    owner: Customer,
    organization: Organization,
  ): Promise<IssuedQuote> {
    const { streams, ids, prices } = this.#parts
    const there = await this.#issued(request.id, owner.id)
    if (there !== null) return there
    await this.#refuseTooMany(owner.id)
    const termsOf = await this.#asked(request, owner.id, renews)
    let token = ''
    const changed = streams.change(
      quoteStream,
      request.id,
      async (quote, now): Promise<IssuedEvent[]> =>
        quote.terms === null
          ? [{ type: 'QuoteIssued', data: await termsOf(await this.#nextNumber(), now) }]
          : [],
      ({ before, after, news }) => {
        const { lines, currency } = news[0]!.data
        const discounts = lines.flatMap((line) => line.discounts)
        token = ids.token(24)
        return {
          metadata: { actor: `customer:${actor.userId}`, requestId },
          once: 'issued',
          writes: [
            ...quoteRows.write(before, after),
            personWrite(request, token, owner, organization),
            ...prices.reserve(request.id, discounts, currency),
          ],
          jobs: [quoteMail.request({ quoteId: request.id }, { key: `quote-mail:${request.id}` })],
        }
      },
      (error) => violates(error, 'commerce_quote', 'commerce_quote_number'),
    )
    const { state, isNew } = await changed.catch((error: unknown) => {
      throw prices.refusalOf(error) ?? error
    })
    if (isNew && state.terms !== null) return { token, number: quoteName(state.terms.number) }
    // A repeat whose first answer got lost was stored under the token of the first.
    const known = await this.#issued(request.id, owner.id)
    if (known === null) throw quoteNotFound()
    return known
  }

  /** What is asked for, looked up; the price is asked for again at each try. */
  async #asked(
    request: QuoteRequest,
    ownerId: string,
    renews: string | null,
  ): Promise<(number: number, now: Date) => Promise<QuoteTerms>> {
    const { products, prices, dates, settings } = this.#parts
    const { seats, privateStart, couponCode, organizationId, termsVersion } = request
    const product = await products.forSale(request.productId)
    const cohortId = privateStart === null ? request.cohortId : request.id
    if (privateStart !== null) assertPrivate(privateStart, seats, this.#parts.clock.now())
    else if (cohortId !== null) {
      assertMayBeHeld(await settings.read(companySettings), seats)
      const cohort = (await dates.openTo(organizationId)).find(({ id }) => id === cohortId)
      if (cohort === undefined)
        throw atField('COHORT_NOT_OPEN', 'cohortId', 'This date cannot be booked. Please choose another one.')
      if (cohort.placesLeft < seats)
        throw atField(
          'COHORT_FULL',
          'cohortId',
          'This date has not so many places left. Please choose another one.',
        )
    }
    const { quoteDays } = await settings.read(priceSettings)
    return async (number, now) => {
      const { unitPrice, discounts, currency } = await prices.quote({
        product,
        quantity: seats,
        cohortId,
        couponCode,
      })
      const { id: productId, name: productName } = product
      return {
        number,
        ownerId,
        organizationId,
        lines: [{ line: 1, productId, productName, cohortId, quantity: seats, unitPrice, discounts }],
        currency,
        validUntil: new Date(now.getTime() + quoteDays * day).toISOString(),
        termsVersion,
        ...(privateStart === null ? {} : { privateStart }),
        renews,
      }
    }
  }

  /** Null for an id that is free. @throws AppError not-found for the id of another account */
  async #issued(id: string, ownerId: string): Promise<IssuedQuote | null> {
    const row = await quoteTables(this.#parts.database.sql)
      .selectFrom('commerce_quote as q')
      .leftJoin('commerce_quote_person as p', 'p.quoteId', 'q.id')
      .select(['q.number', 'q.ownerId', 'p.token'])
      .where('q.id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return null
    if (row.ownerId !== ownerId || row.token === null) throw quoteNotFound()
    return { token: row.token, number: quoteName(row.number) }
  }

  async #nextNumber(): Promise<number> {
    const row = await quoteTables(this.#parts.database.sql)
      .selectFrom('commerce_quote')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirst()
    return (row?.number ?? 0) + 1
  }

  async #refuseTooMany(ownerId: string): Promise<void> {
    const since = new Date(this.#parts.clock.now().getTime() - day)
    const rows = await quoteTables(this.#parts.database.sql)
      .selectFrom('commerce_quote')
      .select('id')
      .where('ownerId', '=', ownerId)
      .where('issuedAt', '>', since)
      .limit(maxPerDay)
      .execute()
    if (rows.length < maxPerDay) return
    throw new AppError('too-many', 'TOO_MANY_QUOTES', 'Too many quotes today. Please write to us.', {
      retryAfter: 3_600,
    })
  }
}

/** Time to open the cohort and to invite its people. */
const privateLeadMs = 14 * day

function assertPrivate(startsOn: string, seats: number, now: Date): void {
  if (seats < groupSize)
    throw atField('TOO_FEW_SEATS', 'seats', `A cohort of your own has at least ${groupSize} seats.`)
  if (Date.parse(startsOn) < now.getTime() + privateLeadMs)
    throw atField(
      'START_TOO_SOON',
      'privateStart',
      'A cohort of your own starts in 14 days at the earliest. Please choose a later day.',
    )
}

const atField = (code: string, path: string, message: string): AppError =>
  new AppError('conflict', code, message, { fields: [{ path, message }] })
