import type { Database } from '#platform/database/database.ts'
import { eachByItself } from '#platform/jobs/each-by-itself.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { orderTables } from '../orders/tables.ts'
import { quoteTables } from './tables.ts'

const expiredQuotes = defineJob({ queue: 'commerce.expired-quotes', schedule: '7 * * * *' })

/** Days after the last change of a finished order for which its quote names who accepted it. */
const accepterDays = 30

const expireText = 'select commerce_expire_quote($1, $2)'

/**
 * Records every hour which quotes have ended without an order; the uses of their coupons come back with that. Erases who
 * accepted the others.
 */
export class ExpiredQuotes extends JobHandlers {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(expiredQuotes, async () => {
      await this.expire()
      await this.forgetAccepters()
    })
  }

  async expire(): Promise<void> {
    const now = this.#clock.now()
    const rows = await quoteTables(this.#database.sql)
      .selectFrom('commerce_quote')
      .select('id')
      .where('status', '=', 'open')
      .where('validUntil', '<=', now)
      .orderBy('validUntil')
      .orderBy('id')
      .execute()
    await eachByItself(rows, ({ id }) => this.#database.sql.query(expireText, [id, now]))
  }

  /** Erases who accepted quotes, and their reference, when the order was paid or cancelled some time ago. The invoice keeps its own copy. */
  async forgetAccepters(): Promise<void> {
    const over = orderTables()
      .selectFrom('commerce_order')
      .select('id')
      .where('status', 'in', ['completed', 'cancelled', 'refunded'])
      .where('updated_at', '<', new Date(this.#clock.now().getTime() - accepterDays * 86_400_000))
    await quoteTables(this.#database.sql)
      .updateTable('commerce_quote_person')
      .set({ acceptedBy: null, forwardedBy: null, forwardedAt: null, reference: null })
      .where(({ eb, or }) => or([eb('acceptedBy', 'is not', null), eb('reference', 'is not', null)]))
      .where('quoteId', 'in', over)
      .execute()
  }
}
