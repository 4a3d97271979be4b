import type { Database } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/sql.ts'
import { eachByItself } from '#platform/jobs/each-by-itself.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { followCall } from './order-places.ts'
import { settleCall } from './seats/order-seats.ts'

/** Runs every minute, and at the end of each hold and offer. Also repeats what failed for the places of an order. */
const endedHolds = defineJob({ queue: 'program.ended-holds', schedule: '* * * * *' })

/** In milliseconds. Longer than from one run to the end of the next one, so that no end of a hold is missed. */
const lookAheadMs = 150_000

const endsText = `select cohort_id as "cohortId", held_until as ends from program_place where held_until <= $1
  union select cohort_id, offered_until from program_wait where standing = 'offered' and offered_until <= $1`
const unfinishedText = `select order_id as "orderId", refund_id as "refundId", claim, order_version as version,
  hold_until as until, closed from program_unfinished order by failed_at`

interface Unfinished {
  orderId: string
  /** Empty for a change of the order's claim. */
  refundId: string
  claim: string | null
  version: number | null
  until: Date | null
  closed: boolean | null
}

/** Releases places within seconds after their hold or offer has ended. */
export class EndedHolds extends JobHandlers {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #clock: Clock

  constructor(database: Database, jobs: Jobs, clock: Clock) {
    super()
    this.#database = database
    this.#jobs = jobs
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(endedHolds, () => this.#releaseEnded())
  }

  async #releaseEnded(): Promise<void> {
    const now = this.#clock.now()
    const { sql } = this.#database
    const rows = await sql.query<{ cohortId: string; ends: Date }>(endsText, [
      new Date(now.getTime() + lookAheadMs),
    ])
    const [over, ahead] = [rows.filter(({ ends }) => ends <= now), rows.filter(({ ends }) => ends > now)]
    const moments = new Set(ahead.map(({ ends }) => ends.getTime()))
    await this.#jobs.enqueue(
      sql,
      ...[...moments].map((ends) =>
        endedHolds.request({}, { key: new Date(ends).toISOString(), startAfter: new Date(ends + 250) }),
      ),
    )
    // Called only if needed: the function locks the log.
    const ended = [...new Set(over.map((row) => row.cohortId))].map((cohortId): Statement => {
      return { text: 'program_end_holds($1, $2)', values: [cohortId, now] }
    })
    await eachByItself([...ended, ...(await this.#unfinished(now))], async ({ text, values }) => {
      const [row] = await sql.query<{ result: unknown }>(`select ${text} as result`, values)
      // The functions for what is unfinished answer an error as text.
      if (typeof row?.result === 'string') throw new Error(`Order ${values[0]}: ${row.result}`)
    })
  }

  async #unfinished(now: Date): Promise<Statement[]> {
    const rows = await this.#database.sql.query<Unfinished>(unfinishedText, [])
    return rows.map(({ orderId, refundId, claim, version, until, closed }) =>
      refundId === ''
        ? { text: followCall, values: [orderId, claim, version, until, now] }
        : { text: settleCall, values: [orderId, refundId, closed, now] },
    )
  }
}
