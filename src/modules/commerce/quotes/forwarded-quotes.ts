import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { ended } from './accepted-quotes.ts'
import type { forwardQuote } from './contract.ts'
import { forwardMail } from './quote-mails.ts'
import { QuoteReader } from './quote-reader.ts'
import { quoteTables } from './tables.ts'

/** Hands a quote on to the person who signs, with what was typed for it. */
export class ForwardedQuotes {
  static readonly needs = { database: Database, clock: Clock, jobs: Jobs, reader: QuoteReader }
  readonly #parts: Given<typeof ForwardedQuotes.needs>

  constructor(parts: Given<typeof ForwardedQuotes.needs>) {
    this.#parts = parts
  }

  /** @throws AppError not-found `QUOTE_NOT_FOUND`; conflict `QUOTE_EXPIRED` unless it is open */
  async forward(token: string, body: InputOf<typeof forwardQuote>['body']): Promise<void> {
    const { database, clock, jobs, reader } = this.#parts
    const { name: forwardedBy, reference, email } = body
    const { quote, status } = await reader.byToken(token)
    if (status !== 'open') throw ended()
    await assertPrintable({ name: forwardedBy, reference })
    await database.transaction(async ({ sql }) => {
      await quoteTables(sql)
        .updateTable('commerce_quote_person')
        .set({ forwardedBy, forwardedAt: clock.now(), ...(reference !== '' && { reference }) })
        .where('quoteId', '=', quote.id)
        .where('acceptedBy', 'is', null)
        .execute()
      await jobs.enqueue(sql, forwardMail.request({ quoteId: quote.id, email, by: forwardedBy }))
    })
  }
}
