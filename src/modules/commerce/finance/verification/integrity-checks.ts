import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import { threadOf } from '#platform/kernel/project-files.ts'
import { logKeyPurpose } from '../log/log-key.ts'
import type { CheckInput, CheckMessage } from './check-thread.ts'
import type { integrityProgress } from './contract.ts'
import type { OrdersVerdict } from './verify-orders.ts'

/** A check needs a constant amount of memory; without a limit, garbage would stay in memory for long. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

export type CheckProgress = NonNullable<OutputOf<typeof integrityProgress>['progress']>

/** Checks of all records of money, in a thread of their own, so that other requests do not wait for them. */
export class IntegrityChecks {
  readonly #database: Database
  readonly #keys: Keys
  #running: Promise<OrdersVerdict> | null = null
  #progress: CheckProgress | null = null

  constructor(database: Database, keys: Keys) {
    this.#database = database
    this.#keys = keys
  }

  /** The progress of the running check; null while none runs. */
  get progress(): CheckProgress | null {
    return this.#progress
  }

  /**
   * A call while a check runs gets the result of that check.
   * @throws AppError unavailable when the check could not be finished
   */
  run(): Promise<OrdersVerdict> {
    this.#running ??= this.#check().finally(() => {
      this.#running = null
      this.#progress = null
    })
    return this.#running
  }

  async #check(): Promise<OrdersVerdict> {
    this.#progress = { done: 0, total: 0 }
    const workerData: CheckInput = {
      url: this.#database.url,
      seeds: this.#keys.derive(logKeyPurpose),
    }
    const thread = new Worker(threadOf('src/modules/commerce/finance/verification/check-thread.ts'), {
      workerData,
      execArgv: [],
      resourceLimits,
    })
    try {
      for await (const [data] of on(thread, 'message', { close: ['exit'] })) {
        const message = data as CheckMessage
        if ('verdict' in message) return message.verdict
        this.#progress = message
      }
      throw new Error('The thread of the check ended early')
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'CHECK_NOT_FINISHED',
        'The check could not be finished. Try again in a minute; if it fails again, run npm run orders:verify.',
        { retryAfter: 60, cause },
      )
    } finally {
      await thread.terminate()
    }
  }
}
