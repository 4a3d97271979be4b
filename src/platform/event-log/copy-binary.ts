import type pg from 'pg'
import { failureOf } from '../database/failures.ts'

/** Bytes of the signature; the flags and the length of an extension follow it, then the first row. */
const signatureBytes = 11
const headerBytes = signatureBytes + 4 + 4

/**
 * The rows of `copy (…) to stdout (format binary)`, each passed to `onRow` as it arrives. A row is valid during that call
 * only: its bytes are the connection's buffer.
 */
export class BinaryRows implements pg.Submittable {
  /** `pg` stores the callback that ends its own timeout here. */
  callback: (() => void) | undefined
  readonly #select: string
  readonly #onRow: (row: Buffer) => void
  #begun = false
  #rows = 0
  #failure: unknown
  #settle: { resolve(rows: number): void; reject(error: unknown): void } | undefined

  /** `select` contains no values from outside: COPY takes no parameters. */
  constructor(select: string, onRow: (row: Buffer) => void) {
    this.#select = select
    this.#onRow = onRow
  }

  /** Resolves with the number of rows. @throws the error that `onRow` threw, once all rows have arrived. */
  read(client: pg.ClientBase): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      client.query(this)
    })
  }

  submit(connection: unknown): void {
    const text = `copy (${this.#select}) to stdout (format binary)`
    ;(connection as { query(text: string): void }).query(text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    let row = chunk
    if (!this.#begun) {
      this.#begun = true
      row = chunk.subarray(headerBytes + chunk.readInt32BE(headerBytes - 4))
    }
    // A row of -1 columns marks the end.
    if (row.length < 2 || row.readInt16BE(0) < 0) return
    this.#rows += 1
    if (this.#failure !== undefined) return
    try {
      this.#onRow(row)
    } catch (error) {
      this.#failure = error
    }
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback?.()
    this.#settle?.reject(failureOf(error))
  }

  handleReadyForQuery(): void {
    this.callback?.()
    if (this.#failure === undefined) this.#settle?.resolve(this.#rows)
    else this.#settle?.reject(this.#failure)
  }
}
