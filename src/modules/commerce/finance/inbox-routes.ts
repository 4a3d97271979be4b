import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { financeInbox, inboxBody, replayInbox } from '../contract-inbox.ts'
import type { Inbox } from '../orders/inbox.ts'
import { type InboxRow, inboxColumns } from '../orders/inbox-row.ts'
import { inboxView } from '../orders/views.ts'
import type { OrderReadings } from './search/order-readings.ts'

export interface InboxParts {
  inbox: Inbox
  readings: OrderReadings
  database: Database
}

const ok = { success: true } as const

/** What finance sees of the webhooks that Stripe sent. */
export function mountInboxRoutes(api: ApiRouter, { inbox, readings, database }: InboxParts): void {
  api.serve(financeInbox, async ({ query }) => {
    const { status = null, page, pageSize } = query
    const rows = await database.sql.query<InboxRow & { total: number }>(
      `select ${inboxColumns}, count(*) over ()::int as total from commerce_stripe_inbox
       where $1::text is null or status = $1 order by commerce_stripe_inbox.received_at desc, event_id
       limit $2 offset $3`,
      [status, pageSize, (page - 1) * pageSize],
    )
    const events = rows.map(({ total: _, ...row }) => inboxView(row))
    return { ...ok, events, total: rows[0]?.total ?? 0, page, pageSize }
  })

  api.serve(replayInbox, async ({ params }) => ({
    ...ok,
    event: inboxView(await inbox.replay(params.id)),
  }))

  api.serve(inboxBody, async ({ params }, call) => {
    const [row] = await database.sql.query<InboxRow & Body>(
      `select ${inboxColumns}, raw, encode(raw_digest, 'hex') as digest, api_version as "apiVersion", livemode,
         created as "createdAt" from commerce_stripe_inbox where event_id = $1`,
      [params.id],
    )
    if (row === undefined) throw new AppError('not-found', 'EVENT_NOT_FOUND', 'No such event')
    const { raw, digest, apiVersion, livemode, createdAt, ...event } = row
    await readings.note(call.actor, 'webhook', event.orderId)
    return {
      ...ok,
      event: inboxView(event),
      apiVersion,
      livemode,
      createdAt: createdAt.toISOString(),
      digest,
      body: raw?.toString('utf8') ?? null,
    }
  })
}

interface Body {
  raw: Buffer | null
  digest: string
  apiVersion: string | null
  livemode: boolean
  createdAt: Date
}
