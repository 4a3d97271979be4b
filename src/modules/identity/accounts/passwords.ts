import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '#platform/kernel/error.ts'
import { hashCost } from '../domain/hash-cost.ts'
import { type Hashing, HashThreads } from './hash-threads.ts'

/** `known`: the browser has signed in to the account before. */
type Caller = 'stranger' | 'known'

export interface PasswordOptions {
  /** Concurrent hashes; the number of cores by default. */
  concurrency?: number
  /** Callers that may wait; further ones get 429. 16 per core by default. */
  queue?: number
  /** Additional places for known callers. 8 per core by default. */
  reserved?: number
  /** `HashThreads` by default. */
  hashing?: Hashing
}

/**
 * Hashing with a limit: as many concurrent hashes as there are cores, a short queue, and 429 beyond it, so that a flood of
 * logins does not block the rest of the site. A few places are reserved for known callers, who also go first: a flood of
 * strangers neither keeps them out nor makes them wait.
 */
export class Passwords {
  readonly #concurrency: number
  readonly #queue: number
  readonly #reserved: number
  readonly #hashing: Hashing
  #inside = 0
  #running = 0
  readonly #waiting: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
  /** The hash that is checked when there is no account: of the same cost, and matched by no password. */
  readonly #dummy =
    `$argon2id$v=19$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$${phc(16)}$${phc(32)}`

  constructor(options: PasswordOptions = {}) {
    this.#concurrency = options.concurrency ?? availableParallelism()
    this.#queue = options.queue ?? 16 * this.#concurrency
    this.#reserved = options.reserved ?? 8 * this.#concurrency
    this.#hashing = options.hashing ?? new HashThreads(this.#concurrency)
  }

  /**
   * Runs work that hashes, if there is a free place. Called before anything is counted or written, so that a refusal has no
   * effect. `known` callers may use the reserved places, too: their tries are limited per account.
   * @throws AppError `too-many`, code `BUSY`
   */
  async admit<T>(work: () => Promise<T>, caller: Caller = 'stranger'): Promise<T> {
    const places = this.#concurrency + this.#queue + (caller === 'known' ? this.#reserved : 0)
    if (this.#inside >= places) {
      throw new AppError('too-many', 'BUSY', 'The site is busy. Please try again in a few seconds.', {
        retryAfter: 2,
      })
    }
    this.#inside++
    try {
      return await work()
    } finally {
      this.#inside--
    }
  }

  async hash(password: string): Promise<string> {
    return this.#one('stranger', () => this.#hashing.hash(normalized(password)))
  }

  /** A null `stored` takes the same time and returns false. Every login calls this, also with an empty password. */
  async verify(stored: string | null, password: string, caller: Caller = 'stranger'): Promise<boolean> {
    const matches = await this.#one(caller, () =>
      this.#hashing.verify(stored ?? this.#dummy, normalized(password)),
    )
    return matches && stored !== null
  }

  async #one<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrency)
      await new Promise<void>((resolve) => this.#waiting[caller].push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      // The place is given to the next caller in line, or released.
      const next = this.#waiting.known.shift() ?? this.#waiting.stranger.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** The same password may arrive in another Unicode form from another keyboard. */
function normalized(password: string): string {
  return password.normalize('NFC')
}

function phc(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}
