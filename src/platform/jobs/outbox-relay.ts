import type { Sql } from '../database/sql.ts'
import { handOn } from './pg-boss-tables.ts'

/** Milliseconds between checks for rows of a process that died after its commit. */
const lookEvery = 1_000
/** Milliseconds after which a transaction that stores a job has usually been committed. */
const commitTakes = 25
/** Rows of each queue at a time. */
const atATime = 50

/**
 * Moves stored jobs from the outbox to pg-boss: those of this process soon after they are stored, those of other processes
 * at intervals. No queue waits behind another.
 */
export class OutboxRelay {
  #sql: Sql
  #queues: readonly string[]
  #arrived: (queue: string) => void
  #log: (message: string, error?: unknown) => void
  #looking: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #pass = Promise.resolve()

  /**
   * @param queues those that this version knows; jobs of other queues wait for a process that knows them
   * @param arrived called with each queue that got jobs which are due
   */
  constructor(
    sql: Sql,
    queues: readonly string[],
    arrived: (queue: string) => void,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#sql = sql
    this.#queues = queues
    this.#arrived = arrived
    this.#log = log
  }

  start(): void {
    this.#looking = setInterval(() => this.wakeSoon(), lookEvery)
    this.wakeSoon()
  }

  /** Checks when a transaction under way has probably ended; the next regular check finds what this one misses. */
  wakeSoon(): void {
    if (!this.#looking) return
    this.#soon ??= setTimeout(() => {
      this.#pass = this.#pass
        .then(() => this.#look())
        .catch((error: unknown) =>
          this.#log('Owed jobs could not be handed on; the next look tries again', error),
        )
    }, commitTakes)
  }

  /**
   * Moves all committed jobs, also those that a pass under way is moving: its rows are locked, and seen by nobody until it ends.
   * Before `start`, moves a part and returns whether there may be more.
   */
  async flush(): Promise<boolean> {
    await this.#pass
    return this.#moveAll()
  }

  /** Starts no further move, and waits for the one under way. */
  async stop(): Promise<void> {
    clearInterval(this.#looking)
    clearTimeout(this.#soon)
    this.#looking = undefined
    await this.#pass
  }

  async #look(): Promise<void> {
    this.#soon = undefined
    await this.#moveAll()
  }

  async #moveAll(): Promise<boolean> {
    let more: boolean
    do more = await this.#handOn()
    while (more && this.#looking)
    return more
  }

  /** Returns whether there may be more. */
  async #handOn(): Promise<boolean> {
    const { queues, more } = await handOn(this.#sql, this.#queues, atATime)
    for (const queue of queues) this.#arrived(queue)
    return more
  }
}
