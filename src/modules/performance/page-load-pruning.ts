import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { PageLoads } from './page-loads.ts'

const queue = 'performance-prune'

/** Deletes old page loads once a day. */
export class PageLoadPruning extends JobHandlers {
  readonly #pageLoads: PageLoads

  constructor(pageLoads: PageLoads) {
    super()
    this.#pageLoads = pageLoads
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(queue, {}, () => this.#pageLoads.prune())
    registry.schedule(queue, '17 3 * * *')
  }
}
