import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { PageLoads } from './page-loads.ts'

const dailyPruning = defineJob({ queue: 'performance-prune', schedule: '17 3 * * *' })

/** Deletes old page loads once a day. */
export class PageLoadPruning extends JobHandlers {
  readonly #pageLoads: PageLoads

  constructor(pageLoads: PageLoads) {
    super()
    this.#pageLoads = pageLoads
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(dailyPruning, () => this.#pageLoads.prune())
  }
}
