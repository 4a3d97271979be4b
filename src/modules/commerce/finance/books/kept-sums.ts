import type { Sql } from '#platform/database/sql.ts'

const maxSums = 100

/**
 * A process's cache of sums, cleared when the data changes. Adding up is the one part of a list that grows with the number
 * of its rows. Orders, documents, transfers and entries of the books change only together with an event, when a rebuild replaces
 * the table of orders, or when the books are filled again: each of these changes the state (`#currentState`). Checks of the
 * log read the rows themselves, never these sums.
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
    // Read before adding up: sums may be newer than the state they are cached under, never older.
    const state = await this.#currentState()
    if (state !== this.#state) this.#known.clear()
    this.#state = state
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const sums = await addUp()
    if (this.#state !== state) return sums
    if (this.#known.size >= maxSums) this.#known.clear()
    this.#known.set(key, sums)
    return sums
  }

  async #currentState(): Promise<string> {
    // The hash differs after a restore of the log; xmin is the transaction that last moved the cursor of the books.
    const [row] = await this.#sql.query<{ state: string }>(
      `select concat_ws(' ', head.position, encode(head.hash, 'hex'), to_regclass('commerce_order')::oid,
         cursor.position, cursor.xmin) as state
       from es.head left join commerce_book_mark cursor on cursor.id = 1`,
    )
    return row?.state ?? ''
  }
}
