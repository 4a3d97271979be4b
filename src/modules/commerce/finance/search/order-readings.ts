import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { financeTables } from '../books/tables.ts'
import type { orderReadings } from './contract-evidence.ts'

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

export type OrderReading = OutputOf<typeof orderReadings>['readings'][number] & { staffId: string }

interface Reader {
  staffId: string
  username: string
}

const minute = 60_000

/** Records which member of staff read which order: readers of personal data are audited, too. */
export class OrderReadings {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Whether this member of staff sees people in a list: everybody but viewers. The reading is then recorded. */
  async seesPeople(actor: Reader & Pick<StaffActor, 'role'>): Promise<boolean> {
    if (actor.role === 'viewer') return false
    await this.note(actor, 'search', null)
    return true
  }

  /** Records a reading; equal readings within a minute are recorded once. */
  async note(reader: Reader, what: ReadingKind, orderId: string | null): Promise<void> {
    const at = new Date(Math.floor(this.#clock.now().getTime() / minute) * minute)
    await financeTables(this.#database.sql)
      .insertInto('commerce_order_reading')
      .values({ order_id: orderId, staff_id: reader.staffId, username: reader.username, what, read_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Readings, newest first; only of one order when it is given. */
  async list(orderId: string | null, limit: number): Promise<OrderReading[]> {
    return financeTables(this.#database.sql)
      .selectFrom('commerce_order_reading')
      .select(['order_id as orderId', 'staff_id as staffId', 'username', 'what', 'read_at as readAt'])
      .$narrowType<{ what: ReadingKind }>()
      .$if(orderId !== null, (readings) => readings.where('order_id', '=', orderId))
      .orderBy('read_at', 'desc')
      .orderBy('order_id')
      .orderBy('what')
      .limit(limit)
      .execute()
  }
}
