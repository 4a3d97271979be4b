import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { isRightMissing } from '../../payments/stripe/provider-errors.ts'
import type { ProviderFees } from './provider-fees.ts'

const hourlyCollection = defineJob({
  queue: 'commerce-provider-fees',
  schedule: '53 * * * *',
  expireInSeconds: 300,
  concurrency: 1,
})

/** Records the provider's fees every hour. After failures, of any number, the next run collects the whole gap. */
export class FeeCollection extends JobHandlers {
  readonly #fees: ProviderFees
  readonly #log: Log

  constructor(fees: ProviderFees, log: Log) {
    super()
    this.#fees = fees
    this.#log = log
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(hourlyCollection, async () => {
      try {
        await this.#fees.collect()
      } catch (error) {
        // A retry would be refused as well; the books' answer says so until the key has the right.
        if (!isRightMissing(error)) throw error
        this.#log.logger.warn(
          { err: error },
          'the key may not read balance transactions: fees are not collected',
        )
      }
    })
  }
}
