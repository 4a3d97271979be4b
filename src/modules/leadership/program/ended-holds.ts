import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'

/** By the clock every minute, and by request at the moments at which holds and offers end. */
const endedHolds = defineJob({ queue: 'program.ended-holds', schedule: '* * * * *' })

/** Longer than from one minute's look to the next one's end: no moment is left out. */
const aheadMs = 150_000

const endsText = `select held_until as ends from program_place where held_until <= $1
  union select offered_until from program_wait where standing = 'offered' and offered_until <= $1`

/** Gives back the places that were held, or kept for somebody who waited, too long: within seconds of the moment. */
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
    registry.handle(endedHolds, () => this.#end())
  }

  async #end(): Promise<void> {
    const now = this.#clock.now()
    const { sql } = this.#database
    const rows = await sql.query<{ ends: Date }>(endsText, [new Date(now.getTime() + aheadMs)])
    const [over, ahead] = [rows.filter(({ ends }) => ends <= now), rows.filter(({ ends }) => ends > now)]
    await this.#jobs.enqueue(
      sql,
      ...ahead.map(({ ends }) =>
        endedHolds.request({}, { key: ends.toISOString(), startAfter: new Date(ends.getTime() + 250) }),
      ),
    )
    // Without a look before, every minute would lock the log.
    if (over.length > 0) await sql.query('select program_end_holds(null, $1)', [now])
  }
}
