import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'

export const readingKinds = [
  'events',
  'state',
  'evidence',
  'document',
  'webhook',
  'export',
  'search',
] as const
export type ReadingKind = (typeof readingKinds)[number]

export interface OrderReading {
  /** Null for exports and searches: they are about many. */
  orderId: string | null
  staffId: string
  username: string
  what: ReadingKind
  readAt: Date
}

interface Reader {
  staffId: string
  username: string
}

const minute = 60_000

/** Who looked at whose order: an auditor is audited too. */
export class OrderReadings {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Notes that somebody reads; the same within a minute is noted once. */
  async note(reader: Reader, what: ReadingKind, orderId: string | null): Promise<void> {
    const at = new Date(Math.floor(this.#clock.now().getTime() / minute) * minute)
    await this.#database.sql.query(
      `insert into commerce_order_reading (order_id, staff_id, username, what, read_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [orderId, reader.staffId, reader.username, what, at],
    )
  }

  /** Newest first; of one order when it is given. */
  async list(orderId: string | null, limit: number): Promise<OrderReading[]> {
    return this.#database.sql.query(
      `select order_id as "orderId", staff_id as "staffId", username, what, read_at as "readAt" from commerce_order_reading
       where $1::uuid is null or order_id = $1 order by read_at desc, order_id, what limit $2`,
      [orderId, limit],
    )
  }
}
