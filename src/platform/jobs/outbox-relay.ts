import type { Sql } from '../database/sql.ts'
import { handOn } from './pg-boss-tables.ts'
import { yieldToRequests } from './yield-to-requests.ts'

/** Milliseconds between looks for what a process left behind that died after its commit. */
const lookEvery = 1_000
/** Milliseconds after which a transaction that owes a job has usually been committed. */
const commitTakes = 25
/** Rows of each queue at a time: no more in a burst than its workers, who give way, too, get done meanwhile. */
const atATime = { calm: 50, burst: 2 }

/**
 * Takes owed jobs from the outbox to pg-boss: soon after something was owed here, and now and then for others. No queue
 * waits behind another.
 */
export class OutboxRelay {
  #sql: Sql
  #queues: readonly string[]
  #burst: () => boolean
  #arrived: (queue: string) => void
  #log: (message: string, error?: unknown) => void
  #looking: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #pass = Promise.resolve()

  /**
   * @param queues those that this version knows: what is owed to others waits for a process that knows them
   * @param burst whether many requests come in: they are answered first
   * @param arrived told of a queue that was handed jobs
   */
  constructor(
    sql: Sql,
    queues: readonly string[],
    burst: () => boolean,
    arrived: (queue: string) => void,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#sql = sql
    this.#queues = queues
    this.#burst = burst
    this.#arrived = arrived
    this.#log = log
  }

  start(): void {
    this.#looking = setInterval(() => this.wakeSoon(), lookEvery)
    this.wakeSoon()
  }

  /** Looks when a transaction under way will have ended; the next regular look finds what this one misses. */
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

  /** Hands on everything that is committed by now; one that was not started hands on a part, and answers whether there may be more. */
  async flush(): Promise<boolean> {
    let more: boolean
    do more = await this.#handOn(atATime.calm)
    while (more && this.#looking)
    return more
  }

  /** Takes nothing more, and waits for what is on its way. */
  async stop(): Promise<void> {
    clearInterval(this.#looking)
    clearTimeout(this.#soon)
    this.#looking = undefined
    await this.#pass
  }

  async #look(): Promise<void> {
    const calm = await yieldToRequests(this.#burst)
    this.#soon = undefined
    if (calm) await this.flush()
    else if (await this.#handOn(atATime.burst)) this.wakeSoon()
  }

  /** Answers whether there may be more. */
  async #handOn(most: number): Promise<boolean> {
    const { queues, more } = await handOn(this.#sql, this.#queues, most)
    for (const queue of queues) this.#arrived(queue)
    return more
  }
}
