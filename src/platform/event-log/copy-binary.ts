import type pg from 'pg'
import { failureOf } from '../database/failures.ts'

/** Signature, flags, and the length of an extension, before the first row. */
const signatureBytes = 11
const headerBytes = signatureBytes + 4 + 4

/**
 * The rows of `copy (…) to stdout (format binary)`, each handed over as it arrives and only for that moment: the
 * bytes are the connection's own.
 */
export class BinaryRows implements pg.Submittable {
  /** `pg` puts the end of its own timeout here. */
  callback: (() => void) | undefined
  readonly #select: string
  readonly #onRow: (row: Buffer) => void
  #begun = false
  #rows = 0
  #failure: unknown
  #settle: { resolve(rows: number): void; reject(error: unknown): void } | undefined

  /** `select` carries no values from outside: COPY takes no parameters. */
  constructor(select: string, onRow: (row: Buffer) => void) {
    this.#select = select
    this.#onRow = onRow
  }

  /** Resolves with the number of rows. @throws what `onRow` threw, once all rows have come. */
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
    // The end is told by a row of -1 columns.
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
