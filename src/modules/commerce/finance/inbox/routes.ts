import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import type { Inbox } from '../../orders/inbox.ts'
import { inboxColumns } from '../../orders/inbox-row.ts'
import { orderTables } from '../../orders/tables.ts'
import type { OrderReadings } from '../search/order-readings.ts'
import { inboxView } from '../search/views.ts'
import { financeInbox, inboxBody, replayInbox } from './contract.ts'

export interface InboxParts {
  inbox: Inbox
  readings: OrderReadings
  database: Database
}

/** The webhooks that Stripe sent, for finance. */
export function mountInboxRoutes(api: ApiRouter, { inbox, readings, database }: InboxParts): void {
  /** Which of the orders that events name are on this site: an event names what its sender wrote. */
  async function knownOrders(rows: readonly { orderId: string | null }[]): Promise<Set<string | null>> {
    const ids = rows.flatMap(({ orderId }) => (orderId !== null && isUuid(orderId) ? [orderId] : []))
    if (ids.length === 0) return new Set()
    const found = await orderTables(database.sql)
      .selectFrom('commerce_order')
      .select('id')
      .where('id', 'in', ids)
      .execute()
    return new Set(found.map(({ id }) => id))
  }

  api.serve(financeInbox, async ({ query }) => {
    const { status, page, pageSize } = query
    const rows = await orderTables(database.sql)
      .selectFrom('commerce_stripe_inbox')
      .select(inboxColumns)
      .select(({ fn }) => fn.countAll<number>().over().as('total'))
      .$if(status !== undefined, (inbox) => inbox.where('status', '=', status!))
      .orderBy('received_at', 'desc')
      .orderBy('event_id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    const known = await knownOrders(rows)
    const events = rows.map((row) => inboxView(row, known.has(row.orderId)))
    return { events, total: rows[0]?.total ?? 0, page, pageSize }
  })

  api.serve(replayInbox, async ({ params }) => {
    const event = await inbox.replay(params.id)
    return { event: inboxView(event, (await knownOrders([event])).has(event.orderId)) }
  })

  api.serve(inboxBody, async ({ params }, call) => {
    const row = await orderTables(database.sql)
      .selectFrom('commerce_stripe_inbox')
      .select([
        ...inboxColumns,
        'raw',
        'raw_digest',
        'api_version as apiVersion',
        'livemode',
        'created as createdAt',
      ])
      .where('event_id', '=', params.id)
      .executeTakeFirst()
    if (row === undefined) throw new AppError('not-found', 'EVENT_NOT_FOUND', 'No such event')
    const { raw, raw_digest, apiVersion, livemode, createdAt, ...event } = row
    await readings.note(call.actor, 'webhook', event.orderId)
    return {
      event: inboxView(event, (await knownOrders([event])).has(event.orderId)),
      apiVersion,
      livemode,
      createdAt,
      digest: raw_digest.toString('hex'),
      body: raw?.toString('utf8') ?? null,
    }
  })
}
