import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { programTables } from './tables.ts'

const everyMinute = defineJob({ queue: 'program.ended-holds', schedule: '* * * * *' })

/** Gives back the places that were held, or kept for somebody who waited, too long. Whoever looks for a free place of a cohort does the same before. */
export class EndedHolds extends JobHandlers {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(everyMinute, () => this.#end())
  }

  async #end(): Promise<void> {
    const now = this.#clock.now()
    const tables = programTables(this.#database.sql)
    const ended =
      (await tables
        .selectFrom('program_place')
        .select('place_no')
        .where('held_until', '<=', now)
        .limit(1)
        .executeTakeFirst()) ??
      (await tables
        .selectFrom('program_wait')
        .select('id')
        .where('standing', '=', 'offered')
        .where('offered_until', '<=', now)
        .limit(1)
        .executeTakeFirst())
    // Without a look before, every minute would lock the log.
    if (ended) await this.#database.sql.query('select program_end_holds(null, $1)', [now])
  }
}
