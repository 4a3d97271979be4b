import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { samplesIn } from './base-template/samples.ts'
import type { ServedContent } from './served-content.ts'

/** Logs at the start of production which invented people, testimonials and companies visitors see. */
export class SampleCheck extends Lifecycle {
  readonly #served: ServedContent
  readonly #log: Log
  readonly #isProduction: boolean

  constructor(served: ServedContent, log: Log, isProduction: boolean) {
    super()
    this.#served = served
    this.#log = log
    this.#isProduction = isProduction
  }

  override async start(): Promise<void> {
    if (!this.#isProduction) return
    const samples = samplesIn(this.#served.saved.pages)
    if (samples.length === 0) return
    const places = samples.map(({ route, name }) => `${name} (${route})`).join(', ')
    this.#log.logger.warn(
      `Visitors are shown invented people and companies: ${places}. Replace them in the admin screen.`,
    )
  }
}
