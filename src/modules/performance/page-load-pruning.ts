import type { Jobs } from '#platform/jobs/jobs.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { PageLoads } from './page-loads.ts'

const queue = 'performance-prune'

/** Deletes old page loads once a day. */
export class PageLoadPruning extends Lifecycle {
  readonly #jobs: Jobs
  readonly #pageLoads: PageLoads

  constructor(jobs: Jobs, pageLoads: PageLoads) {
    super()
    this.#jobs = jobs
    this.#pageLoads = pageLoads
  }

  override registerJobs(): void {
    this.#jobs.handle(queue, {}, () => this.#pageLoads.prune())
    this.#jobs.schedule(queue, '17 3 * * *')
  }
}
