import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#platform/kernel/error.ts'

/** OWASP's minimum for argon2id; the library's variant and version are argon2id, 19. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordOptions {
  /** Hashes at a time; the cores unless told. */
  concurrency?: number
  /** Callers that may wait; beyond them the answer is 429. 16 per core unless told. */
  queue?: number
  /** Places besides, for callers that are known to be the account's own. 8 per core unless told. */
  reserved?: number
}

/**
 * Hashing with a gate: as many hashes at a time as there are cores, a short queue, and 429 past it, so that a flood
 * of logins leaves the rest of the site alive. A few places are kept for people who were here before: a flood of
 * strangers does not keep them out.
 */
export class Passwords {
  readonly #concurrency: number
  readonly #queue: number
  readonly #reserved: number
  #inside = 0
  #hashing = 0
  readonly #waiting: (() => void)[] = []
  /** Same cost as a real one and matched by no password: what is checked when there is no account. */
  readonly #dummy =
    `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${phc(16)}$${phc(32)}`

  constructor(options: PasswordOptions = {}) {
    this.#concurrency = options.concurrency ?? availableParallelism()
    this.#queue = options.queue ?? 16 * this.#concurrency
    this.#reserved = options.reserved ?? 8 * this.#concurrency
  }

  /**
   * Runs work that hashes, if there is room for it. Asked before anything is counted or written, so that a refusal
   * leaves no trace. `known` callers may use the reserved places, too: what they try is limited per account.
   * @throws AppError `too-many`, code `BUSY`
   */
  async admit<T>(work: () => Promise<T>, caller: 'stranger' | 'known' = 'stranger'): Promise<T> {
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
    return this.#one(() => hash(normalized(password), cost))
  }

  /** `stored` null costs the same time and is false. Every path of a login comes through here, the empty password too. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const matches = await this.#one(() => verify(stored ?? this.#dummy, normalized(password)))
    return matches && stored !== null
  }

  async #one<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hashing >= this.#concurrency) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#hashing++
    try {
      return await work()
    } finally {
      // The place is handed to the next in line, or given up.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#hashing--
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
