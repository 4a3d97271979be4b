import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '#platform/kernel/error.ts'
import { hashCost } from './domain/hash-cost.ts'
import { type Hashing, HashThreads } from './hash-threads.ts'

/** Known: the browser has signed in to the account before. */
type Caller = 'stranger' | 'known'

export interface PasswordOptions {
  /** Hashes at a time; the cores by default. */
  concurrency?: number
  /** Callers that may wait; beyond them the answer is 429. 16 per core by default. */
  queue?: number
  /** Places besides, for callers that are known to be the account's own. 8 per core by default. */
  reserved?: number
  /** Threads of their own by default. */
  hashing?: Hashing
}

/**
 * Hashing with a limit: as many hashes at a time as there are cores, a short queue, and 429 past it, so that a flood
 * of logins leaves the rest of the site alive. A few places are kept for people who were here before, and they go first:
 * a flood of strangers neither keeps them out nor makes them wait.
 */
export class Passwords {
  readonly #concurrency: number
  readonly #queue: number
  readonly #reserved: number
  readonly #hashing: Hashing
  #inside = 0
  #running = 0
  readonly #waiting: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
  /** Same cost as a real one and matched by no password: what is checked when there is no account. */
  readonly #dummy =
    `$argon2id$v=19$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$${phc(16)}$${phc(32)}`

  constructor(options: PasswordOptions = {}) {
    this.#concurrency = options.concurrency ?? availableParallelism()
    this.#queue = options.queue ?? 16 * this.#concurrency
    this.#reserved = options.reserved ?? 8 * this.#concurrency
    this.#hashing = options.hashing ?? new HashThreads(this.#concurrency)
  }

  /**
   * Runs work that hashes, if there is room for it. Asked before anything is counted or written, so that a refusal
   * leaves no trace. `known` callers may use the reserved places, too: what they try is limited per account.
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

  /** `stored` null costs the same time and is false. Every path of a login comes through here, the empty password too. */
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
      // The place is handed to the next in line, or given up.
      const next = this.#waiting.known.shift() ?? this.#waiting.stranger.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** The same password from another keyboard may arrive in another Unicode form. */
function normalized(password: string): string {
  return password.normalize('NFC')
}

function phc(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}
