import type { Database } from '#platform/database/database.ts'
import { eachByItself } from '#platform/jobs/each-by-itself.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { quoteTables } from './tables.ts'

const expiredQuotes = defineJob({ queue: 'commerce.expired-quotes', schedule: '7 * * * *' })

const expireText = 'select commerce_expire_quote($1, $2)'

/** Records every hour which quotes have ended without an order; the uses of their coupons come back with that. */
export class ExpiredQuotes extends JobHandlers {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(expiredQuotes, () => this.expire())
  }

  async expire(): Promise<void> {
    const now = this.#clock.now()
    const rows = await quoteTables(this.#database.sql)
      .selectFrom('commerce_quote')
      .select('id')
      .where('status', '=', 'open')
      .where('valid_until', '<=', now)
      .orderBy('valid_until')
      .orderBy('id')
      .execute()
    await eachByItself(rows, ({ id }) => this.#database.sql.query(expireText, [id, now]))
  }
}
