import { z } from 'zod'
import { Customers, Organizations } from '#modules/identity/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Mailer, toAccount } from '#platform/mail/mailer.ts'
import { OrderStandings } from '../index.ts'
import { CohortList } from './cohort-list.ts'
import { dayInWords } from './domain/cohort-plan.ts'
import { toManagers } from './seats/seat-mails.ts'
import { SeatRows } from './seats/seat-rows.ts'
import { programTables } from './tables.ts'

/** Enqueued in the transaction that opens a cohort, or adds places to one. */
export const dateOpened = defineJob({ queue: 'program.first-dates', data: z.object({ cohortId: z.uuid() }) })

/** Finds places that became free again in a full cohort. */
const daily = defineJob({ queue: 'program.first-dates-look', schedule: '23 7 * * *' })

/** Sent once for each order: a row in `program_first_date_told` prevents another mail. */
const firstDateMail = defineJob({
  queue: 'program.first-date-mail',
  data: z.object({ orderId: z.uuid(), buyerId: z.string() }),
  retryLimit: triesOverDays,
})

/** Mails about the first open date, to buyers who paid when none was open; for seats, to the organization's managers. `cohortMails` are for orders with a cohort. */
export class FirstDates extends JobHandlers {
  static readonly needs = {
    database: Database,
    jobs: Jobs,
    cohorts: CohortList,
    orders: OrderStandings,
    seats: SeatRows,
    customers: Customers,
    organizations: Organizations,
    mailer: Mailer,
    clock: Clock,
    config: Config,
  }
  readonly #parts: Given<typeof FirstDates.needs>

  constructor(parts: Given<typeof FirstDates.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(dateOpened, ({ id }) => this.#enqueueMails(id))
    registry.handle(daily, ({ id }) => this.#enqueueMails(id))
    registry.handle(firstDateMail, (job) => this.#sendMail(job))
  }

  /** Enqueues the missing mails. If no date is open when a mail is due, the next run enqueues the mail again. */
  async #enqueueMails(runId: string): Promise<void> {
    const { database, jobs, orders } = this.#parts
    if ((await this.#starts()).length === 0) return
    for (let after: string | undefined; ; ) {
      const paid = await orders.completed(after)
      const missing = await this.#unnotified(paid.map(({ orderId }) => orderId))
      const unnotified = paid.filter(({ orderId }) => missing.has(orderId))
      await jobs.enqueue(
        database.sql,
        ...unnotified.map((order) => firstDateMail.request(order, { key: `${runId}:${order.orderId}` })),
      )
      after = paid.at(-1)?.orderId
      if (after === undefined) return
    }
  }

  async #sendMail({ data: { orderId, buyerId } }: JobOf<typeof firstDateMail>): Promise<void> {
    const { database, orders, seats, customers, mailer, clock, config } = this.#parts
    const starts = await this.#starts()
    const standing = (await orders.of([orderId])).get(orderId)
    const due = standing === 'good' && starts.length > 0 && (await this.#unnotified([orderId])).has(orderId)
    if (!due) return
    const without = await seats.withoutDate([orderId])
    const buyer = without.length > 0 ? null : await customers.get(buyerId)
    const key = `program-first-date-${orderId}`
    const why = `Your seats are paid for, and no date was open when you bought them. Now there is one: ${starts.join('; ')}.`
    if (without.length > 0)
      for (const mail of await toManagers(key, without, why, this.#parts)) await mailer.send(mail)
    else if (buyer === null) return
    else
      await mailer.send({
        ...toAccount(buyer),
        subject: 'You can choose your date now',
        key,
        preheader: 'Your enrollment is paid. On which day do you start?',
        paragraphs: [
          'Your enrollment is paid, and you have not chosen a date yet. These are open now. A place is yours as soon as you choose it.',
        ],
        rows: starts.map((value) => ({ label: 'A cohort starts', value })),
        button: {
          label: 'Choose your date',
          url: `${config.publicUrl}/certification/enrollment/${orderId}`,
        },
      })
    await programTables(database.sql)
      .insertInto('program_first_date_told')
      .values({ orderId, toldAt: clock.now() })
      .onConflict((already) => already.doNothing())
      .execute()
  }

  /** First days of cohorts with a place left, in words. */
  async #starts(): Promise<string[]> {
    const upcoming = await this.#parts.cohorts.upcoming()
    return upcoming.filter(({ placesLeft }) => placesLeft > 0).map(({ startsOn }) => dayInWords(startsOn))
  }

  /** The orders that had no mail and have no cohort, or have a seat without a date. */
  async #unnotified(orderIds: readonly string[]): Promise<Set<string>> {
    if (orderIds.length === 0) return new Set()
    const tables = programTables(this.#parts.database.sql)
    const excluded = await tables
      .selectFrom('program_enrollment')
      .select('orderId')
      .where('orderId', 'in', orderIds)
      .union(tables.selectFrom('program_first_date_told').select('orderId').where('orderId', 'in', orderIds))
      .execute()
    const excludedIds = new Set(excluded.map(({ orderId }) => orderId))
    const candidates = orderIds.filter((id) => !excludedIds.has(id))
    const { seats } = this.#parts
    const organizations = await seats.ordersWithSeats(candidates)
    const without = new Set((await seats.withoutDate(candidates)).map(({ orderId }) => orderId))
    return new Set(candidates.filter((id) => !organizations.has(id) || without.has(id)))
  }
}
