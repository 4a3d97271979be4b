import type { Tinypool } from 'tinypool'

/** Computes one hash, or checks one, wherever that does not hold up the site. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

/** Threads of their own for hashing, made when they are needed and ended after five seconds without work. */
export class HashThreads implements Hashing {
  readonly #most: number
  #pool: Promise<Tinypool> | undefined

  /** @param most hashes at a time */
  constructor(most: number) {
    this.#most = most
  }

  async hash(password: string): Promise<string> {
    return (await this.#threads()).run(password, { name: 'hash' })
  }

  async verify(stored: string, password: string): Promise<boolean> {
    return (await this.#threads()).run({ stored, password }, { name: 'verify' })
  }

  // Loaded with the first login: a start that nobody has signed in to needs neither the threads nor their library.
  #threads(): Promise<Tinypool> {
    this.#pool ??= import('tinypool').then(
      ({ Tinypool }) =>
        new Tinypool({
          filename: new URL('./hash-thread.ts', import.meta.url).href,
          minThreads: 0,
          maxThreads: this.#most,
          idleTimeout: 5_000,
        }),
    )
    return this.#pool
  }
}
