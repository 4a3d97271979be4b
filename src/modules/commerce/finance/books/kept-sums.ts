import type { Sql } from '#platform/database/sql.ts'

const mostKept = 100

/**
 * Sums of a process, kept for as long as nothing happened. Adding up is the one part of a list that grows with the number
 * of its rows. Orders, documents and entries of the books change only together with an event, when a rebuild puts
 * another table of orders in place, or when the books are filled anew: the state tells all of it. Checks of the log read
 * the rows themselves, never these sums.
 */
export class KeptSums<Sums> {
  readonly #sql: Sql
  #state = ''
  readonly #known = new Map<string, Sums>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** @param key everything that `addUp` depends on besides the rows */
  async of(key: string, addUp: () => Promise<Sums>): Promise<Sums> {
    // Asked before adding up: sums may be newer than the state they are kept under, never older.
    const state = await this.#currentState()
    if (state !== this.#state) this.#known.clear()
    this.#state = state
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const sums = await addUp()
    if (this.#state !== state) return sums
    if (this.#known.size >= mostKept) this.#known.clear()
    this.#known.set(key, sums)
    return sums
  }

  async #currentState(): Promise<string> {
    // The hash tells a log that was restored from one that went on; xmin is the transaction that last moved the mark.
    const [row] = await this.#sql.query<{ state: string }>(
      `select concat_ws(' ', head.position, encode(head.hash, 'hex'), to_regclass('commerce_order')::oid,
         mark.position, mark.xmin) as state
       from es.head left join commerce_book_mark mark on mark.id = 1`,
    )
    return row?.state ?? ''
  }
}
