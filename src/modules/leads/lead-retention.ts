import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { leadTables } from './lead.ts'
import { leadSettings } from './lead-settings.ts'

const nightlyRetention = defineJob({ queue: 'leads-retention', schedule: '41 2 * * *' })
const day = 86_400_000

/** Erases, every night, leads that are older than the setting allows. */
export class LeadRetention extends JobHandlers {
  readonly #database: Database
  readonly #settings: Settings
  readonly #clock: Clock

  constructor(database: Database, settings: Settings, clock: Clock) {
    super()
    this.#database = database
    this.#settings = settings
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(nightlyRetention, () => this.#erase())
  }

  async #erase(): Promise<void> {
    const now = this.#clock.now().getTime()
    const tables = leadTables(this.#database.sql)
    const { retentionDays } = await this.#settings.read(leadSettings)
    if (retentionDays === 0) return
    await tables
      .deleteFrom('leads_lead')
      .where('created_at', '<', new Date(now - retentionDays * day))
      .execute()
  }
}
