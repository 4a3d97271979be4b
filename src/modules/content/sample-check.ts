import type { Config } from '#platform/config/config.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Contents } from './contents.ts'
import { inventedIn, remedy } from './invented-people.ts'

/** Refuses to start in production with invented people and companies; logs them where a setting admits them. */
export class SampleCheck extends Lifecycle {
  readonly #contents: Contents
  readonly #log: Log
  readonly #config: Config

  constructor(contents: Contents, log: Log, config: Config) {
    super()
    this.#contents = contents
    this.#log = log
    this.#config = config
  }

  override async start(): Promise<void> {
    if (this.#config.env !== 'production') return
    const invented = inventedIn((await this.#contents.current('production')).tree)
    if (invented === undefined) return
    const sentence = `Visitors would see invented people and companies: ${invented}.`
    if (!this.#config.allowInventedPeople) throw new CannotStart(`${sentence} ${remedy}`)
    this.#log.logger.warn(`${sentence.replace('would see', 'see')} ALLOW_INVENTED_PEOPLE admits them.`)
  }
}
