import type { Database } from '#platform/database/database.ts'
import { orderTables } from '../../orders/tables.ts'

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
    const row = await this.#tables
      .selectFrom('commerce_fee_mark')
      .select(['collected_until as until', 'refused'])
      .where('id', '=', 1)
      .executeTakeFirst()
    if (row === undefined) throw new Error('commerce_fee_mark has no row: the fees were not migrated')
    return row
  }

  /** Where a collection without a mark begins; null while nothing was ordered. */
  async beginning(): Promise<Date | null> {
    const { first } = await this.#tables
      .selectFrom('commerce_order')
      .select(({ fn }) => fn.min<Date | null>('created_at').as('first'))
      .executeTakeFirstOrThrow()
    return first === null ? null : new Date(first.getTime() - beforeFirstOrderMs)
  }

  /** False when somebody moved the mark meanwhile: it stays where they put it. */
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
