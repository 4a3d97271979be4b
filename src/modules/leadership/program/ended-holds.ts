import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'

/** Runs every minute, and at the end of each hold and offer. */
const endedHolds = defineJob({ queue: 'program.ended-holds', schedule: '* * * * *' })

/** In milliseconds. Longer than from one run to the end of the next one, so that no end of a hold is missed. */
const lookAheadMs = 150_000

const endsText = `select held_until as ends from program_place where held_until <= $1
  union select offered_until from program_wait where standing = 'offered' and offered_until <= $1`

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
    const rows = await sql.query<{ ends: Date }>(endsText, [new Date(now.getTime() + lookAheadMs)])
    const [over, ahead] = [rows.filter(({ ends }) => ends <= now), rows.filter(({ ends }) => ends > now)]
    await this.#jobs.enqueue(
      sql,
      ...ahead.map(({ ends }) =>
        endedHolds.request({}, { key: ends.toISOString(), startAfter: new Date(ends.getTime() + 250) }),
      ),
    )
    // Called only if needed: the function locks the log.
    if (over.length > 0) await sql.query('select program_end_holds(null, $1)', [now])
  }
}
