import type pg from 'pg'
import { failureOf } from '../database/failures.ts'

/**
 * The rows of `copy (…) to stdout` as arrays of text. PostgreSQL and `pg` do far less work for such rows than for those
 * of a query, and a rebuild reads every event. The whole result is held in memory, so select a bounded range.
 */
export class CopiedRows implements pg.Submittable {
  /** `pg` stores the callback that ends its own timeout here. */
  callback: (() => void) | undefined
  #select: string
  #rows: string[][] = []
  #settle: { resolve(rows: string[][]): void; reject(error: Error): void } | undefined

  /** `select` contains no values from outside: COPY takes no parameters. */
  constructor(select: string) {
    this.#select = select
  }

  read(client: pg.ClientBase): Promise<string[][]> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      client.query(this)
    })
  }

  submit(connection: unknown): void {
    ;(connection as { query(text: string): void }).query(`copy (${this.#select}) to stdout`)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const line = chunk.toString('utf8', 0, chunk.length - 1)
    const fields = line.split('\t')
    this.#rows.push(line.includes('\\') ? fields.map(unescaped) : fields)
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback?.()
    this.#settle?.reject(failureOf(error))
  }

  handleReadyForQuery(): void {
    this.callback?.()
    this.#settle?.resolve(this.#rows)
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(field: string): string {
  return field.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
}
