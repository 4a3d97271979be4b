import type { Customer } from '#modules/identity/index.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { keptTouches, type ReportedVisit, sourcesOf } from '../domain/touches.ts'
import type { LeadSources } from '../index.ts'
import { orderTables } from './tables.ts'

/** Where orders came from. Kept beside the log, so that it can be forgotten. */
export class OrderSources {
  readonly #leads: LeadSources

  constructor(leads: LeadSources) {
    this.#leads = leads
  }

  /** What commits with the event that places an order. */
  async writes(orderId: string, buyer: Customer, reported: ReportedVisit | undefined): Promise<Write[]> {
    const lead = await this.#leads.earliest(buyer.email)
    const visit = keptTouches(reported)
    const { first, last } = sourcesOf(lead, visit)
    if (first === null || last === null) return []
    const row = {
      order_id: orderId,
      user_id: buyer.id,
      first_source: first,
      last_source: last,
      touches: { lead, visit },
    }
    return [
      writeOf(
        orderTables()
          .insertInto('commerce_order_touch')
          .values(row)
          .onConflict((conflict) => conflict.column('order_id').doNothing()),
      ),
    ]
  }
}

/** What is kept of where a person's orders came from, by order. */
export async function touchesOfBuyer(sql: Sql, userId: string): Promise<Map<string, unknown>> {
  const tables = orderTables(sql).selectFrom('commerce_order_touch')
  const rows = await tables.select(['order_id', 'touches']).where('user_id', '=', userId).execute()
  return new Map(rows.map(({ order_id, touches }) => [order_id, touches]))
}

/** The orders of an erased person come from an unknown source. */
export async function forgetTouches(sql: Sql, userId: string): Promise<void> {
  await orderTables(sql).deleteFrom('commerce_order_touch').where('user_id', '=', userId).execute()
}
