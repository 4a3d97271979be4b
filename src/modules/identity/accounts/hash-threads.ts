import { setTimeout as pause } from 'node:timers/promises'
import type { Tinypool } from 'tinypool'
import { threadOf } from '#platform/kernel/project-files.ts'
import { hashCost } from '../domain/hash-cost.ts'

/** Computes or checks one hash without blocking the event loop. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

export interface HashThreadOptions {
  /** Milliseconds after which a hash that no thread has computed is computed outside of them; 500 by default. */
  waitMs?: number
  /** The module that runs in each thread; `hash-thread.ts` by default. */
  thread?: URL
}

/**
 * Threads for hashing, made when needed and ended after five seconds without work. They have a lower priority than
 * everything else; a hash that is not computed within half a second is computed outside of them at the ordinary priority,
 * so that people can sign in however busy the machine is.
 */
export class HashThreads implements Hashing {
  readonly #most: number
  readonly #waitMs: number
  readonly #thread: URL
  #pool: Promise<Tinypool> | undefined

  /** @param most the number of concurrent hashes */
  constructor(most: number, options: HashThreadOptions = {}) {
    this.#most = most
    this.#waitMs = options.waitMs ?? 500
    this.#thread = options.thread ?? threadOf('src/modules/identity/accounts/hash-thread.ts')
  }

  hash(password: string): Promise<string> {
    return this.#first('hash', password, async () => (await argon2()).hash(password, hashCost))
  }

  verify(stored: string, password: string): Promise<boolean> {
    return this.#first('verify', { stored, password }, async () => (await argon2()).verify(stored, password))
  }

  async #first<T>(name: string, asked: unknown, beside: () => Promise<T>): Promise<T> {
    const threads = await this.#threads()
    const done = new AbortController()
    const late = pause(this.#waitMs, undefined, { signal: done.signal }).then(beside)
    // The slower result is ignored.
    late.catch(() => undefined)
    try {
      return await Promise.race([threads.run(asked, { name }) as Promise<T>, late])
    } finally {
      done.abort()
    }
  }

  // Loaded with the first login: a start without logins needs neither the threads nor their library.
  #threads(): Promise<Tinypool> {
    this.#pool ??= import('tinypool').then(
      ({ Tinypool }) =>
        new Tinypool({
          filename: this.#thread.href,
          minThreads: 0,
          maxThreads: this.#most,
          idleTimeout: 5_000,
        }),
    )
    return this.#pool
  }
}

const argon2 = () => import('@node-rs/argon2')
