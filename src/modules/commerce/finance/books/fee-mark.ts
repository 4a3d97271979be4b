import type { Database } from '#platform/database/database.ts'

const day = 24 * 3_600_000
/** An order may be younger in the log than its payment is at Stripe: it was taken over after a restore. */
const beforeFirstOrderMs = 35 * day

export interface FeeMark {
  /** Everything until then is in the log; null before the first collection. */
  until: Date | null
  /** Whether the last collection was refused because the key may not read the balance. */
  refused: boolean
}

/**
 * How far the provider's fees are collected: moved only after success, so that an outage of any length is made up for.
 * An order that learns of an older payment moves it back (`orders/effects.ts`).
 */
export class FeeMarks {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async read(): Promise<FeeMark> {
    const [row] = await this.#database.sql.query<FeeMark>(
      'select collected_until as until, refused from commerce_fee_mark where id = 1',
    )
    if (row === undefined) throw new Error('commerce_fee_mark has no row: the fees were not migrated')
    return row
  }

  /** Where a collection without a mark begins; null while nothing was ordered. */
  async beginning(): Promise<Date | null> {
    const [row] = await this.#database.sql.query<{ first: Date | null }>(
      'select min(created_at) as first from commerce_order',
    )
    const first = row?.first ?? null
    return first === null ? null : new Date(first.getTime() - beforeFirstOrderMs)
  }

  /** False when somebody moved the mark meanwhile: it stays where they put it. */
  async move(from: Date | null, to: Date): Promise<boolean> {
    const moved = await this.#database.sql.query(
      `update commerce_fee_mark set collected_until = $2, refused = false
       where id = 1 and collected_until is not distinct from $1::timestamptz returning id`,
      [from, to],
    )
    return moved.length > 0
  }

  async refused(): Promise<void> {
    await this.#database.sql.query('update commerce_fee_mark set refused = true where id = 1')
  }
}
