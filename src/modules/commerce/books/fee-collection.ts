import type { Jobs } from '#platform/jobs/jobs.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { ProviderFees } from './provider-fees.ts'

export const feeQueue = 'commerce-provider-fees'
/** A day that was missed is made up for by the next run; what is older, by the comparison of the whole account. */
const daysBack = 3

/** Records the provider's fees every hour. */
export class FeeCollection extends Lifecycle {
  readonly #jobs: Jobs
  readonly #fees: ProviderFees

  constructor(jobs: Jobs, fees: ProviderFees) {
    super()
    this.#jobs = jobs
    this.#fees = fees
  }

  override async start(): Promise<void> {
    this.#jobs.handle(feeQueue, { expireInSeconds: 300, concurrency: 1 }, async () => {
      await this.#fees.collect(daysBack)
    })
    this.#jobs.schedule(feeQueue, '53 * * * *')
  }

  override async stop(): Promise<void> {}
}
