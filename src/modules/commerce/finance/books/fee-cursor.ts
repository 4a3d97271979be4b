import type { Database } from '#platform/database/database.ts'
import { orderTables } from '../../orders/tables.ts'

const day = 24 * 3_600_000
/** An order that was taken over after a restore is younger in the log than its payment is at Stripe. */
const beforeFirstOrderMs = 35 * day

export interface FeeCursor {
  /** All fees up to this moment are in the log; null before the first collection. */
  until: Date | null
  /** Whether the last collection was refused because the key may not read the balance. */
  refused: boolean
}

/**
 * Until when the provider's fees are collected. The cursor advances only after success, so that the collection after an
 * outage reads the whole gap. An order that records an older payment moves it back (`orders/effects.ts`).
 */
export class FeeCursors {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async read(): Promise<FeeCursor> {
    const row = await this.#tables
      .selectFrom('commerce_fee_mark')
      .select(['collected_until as until', 'refused'])
      .where('id', '=', 1)
      .executeTakeFirst()
    if (row === undefined) throw new Error('commerce_fee_mark has no row: the fees were not migrated')
    return row
  }

  /** Where the first collection begins; null while there are no orders. */
  async beginning(): Promise<Date | null> {
    const { first } = await this.#tables
      .selectFrom('commerce_order')
      .select(({ fn }) => fn.min<Date | null>('created_at').as('first'))
      .executeTakeFirstOrThrow()
    return first === null ? null : new Date(first.getTime() - beforeFirstOrderMs)
  }

  /** False when the cursor is no longer at `from`: then it is left unchanged. */
  async move(from: Date | null, to: Date): Promise<boolean> {
    const moved = await this.#tables
      .updateTable('commerce_fee_mark')
      .set({ collected_until: to, refused: false })
      .where('id', '=', 1)
      .where('collected_until', 'is not distinct from', from)
      .returning('id')
      .executeTakeFirst()
    return moved !== undefined
  }

  async refused(): Promise<void> {
    await this.#tables.updateTable('commerce_fee_mark').set({ refused: true }).where('id', '=', 1).execute()
  }

  get #tables() {
    return orderTables(this.#database.sql)
  }
}
