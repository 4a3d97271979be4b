import type { Sql } from '../database/sql.ts'
import { queuesWithDueJobs } from './pg-boss-tables.ts'

/** Milliseconds between two polls. */
const pollEvery = 1_000

/**
 * Finds the queues that have a due job, in one statement a second, and wakes their workers. Workers that poll by themselves ask once a
 * second for each queue, which is most of what an idle site does.
 */
export class DuePoll {
  readonly #sql: Sql
  readonly #queues: readonly string[]
  readonly #wake: (queue: string) => void
  readonly #log: (message: string, error?: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #poll: Promise<void> | undefined

  /** @param wake called with each queue that has a due job */
  constructor(
    sql: Sql,
    queues: readonly string[],
    wake: (queue: string) => void,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#sql = sql
    this.#queues = queues
    this.#wake = wake
    this.#log = log
  }

  start(): void {
    // A poll that takes longer than a second is not overtaken by the next one.
    this.#timer = setInterval(() => {
      this.#poll ??= this.#look().finally(() => {
        this.#poll = undefined
      })
    }, pollEvery)
  }

  /** Starts no further poll, and waits for the one under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#poll
  }

  async #look(): Promise<void> {
    try {
      for (const queue of await queuesWithDueJobs(this.#sql, this.#queues)) this.#wake(queue)
    } catch (error) {
      this.#log('Due jobs could not be looked for; the next poll tries again', error)
    }
  }
}
