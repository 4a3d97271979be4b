import type { Response } from 'express'
import type { Customers } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import { csvLine } from '#platform/export/csv.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import {
  eventsCsv,
  financeEvents,
  financeInbox,
  financeIntegrity,
  financeOrders,
  financeReconciliation,
  financeState,
  noteOrder,
  ordersCsv,
  refundOrder,
  replayInbox,
  runReconciliation,
} from './contract-finance.ts'
import { addNote } from './domain/decisions.ts'
import { eventLines, orderLines } from './finance-csv.ts'
import type { Inbox } from './inbox.ts'
import { type InboxRow, inboxColumns } from './inbox-row.ts'
import { refusePeople } from './no-people.ts'
import { type OrderLists, orderNotFound } from './order-lists.ts'
import { type Loaded, loadedFrom, type Orders } from './orders.ts'
import type { Reconciliations } from './reconciliations.ts'
import type { Refunds } from './refunds.ts'
import { eventView, financeOrderView, inboxView, stateView } from './views.ts'

export interface FinanceParts {
  lists: OrderLists
  orders: Orders
  refunds: Refunds
  reconciliations: Reconciliations
  inbox: Inbox
  log: EventLog
  database: Database
  customers: Customers
  ids: Ids
}

/** Literal, so that the answer has the type its contract promises. */
const ok = { success: true } as const

export function mountFinanceRoutes(api: ApiRouter, parts: FinanceParts): void {
  const { lists, orders, refunds, reconciliations, inbox, log, database, customers, ids } = parts

  api.serve(financeOrders, async ({ query }, call) => {
    const seesPeople = call.actor.role !== 'viewer'
    const { flagged, ...filter } = query
    const search = flagged === undefined ? filter : { ...filter, flagged: flagged === 'true' }
    const { rows, total } = await lists.search(search, seesPeople)
    const people = seesPeople
      ? await customers.getMany([...new Set(rows.map((row) => row.buyerId))])
      : new Map()
    return {
      ...ok,
      orders: rows.map((row) => financeOrderView(row, people.get(row.buyerId)?.email ?? null)),
      total,
      page: query.page,
      pageSize: query.pageSize,
    }
  })

  api.serve(financeEvents, async ({ params }) => {
    await lists.load(params.id)
    return { ...ok, events: (await orders.history(params.id)).map(eventView) }
  })

  api.serve(financeState, async ({ params, query }) => {
    if (query.at === undefined) return stateAnswer(await lists.load(params.id, query.version))
    await lists.load(params.id)
    const at = new Date(query.at)
    const until = (await orders.history(params.id)).filter((event) => event.occurredAt <= at)
    return stateAnswer(loadedFrom(params.id, until))
  })

  api.serve(refundOrder, async ({ params, body }, call) => {
    const loaded = await lists.load(params.id)
    await refusePeople('reason', body.reason, loaded, customers)
    const { amount, reason, intentId, requestId } = body
    const wish = { amount, reason, intentId, idempotencyKey: requestId ?? ids.uuid() }
    return stateAnswer(await refunds.request(params.id, wish, call.actor, call.requestId))
  })

  api.serve(noteOrder, async ({ params, body }, call) => {
    const loaded = await lists.load(params.id)
    await refusePeople('text', body.text, loaded, customers)
    const note = { noteId: ids.uuid(), text: body.text, by: call.actor.staffId }
    const author = { actor: call.actor, requestId: call.requestId }
    return stateAnswer(await orders.change(params.id, author, ({ order }) => addNote(order, note)))
  })

  api.serve(eventsCsv, async ({ query }, call) => {
    await sendCsv(call.res, 'events.csv', eventLines(log, query))
    return undefined
  })

  api.serve(ordersCsv, async ({ query }, call) => {
    await sendCsv(call.res, 'orders.csv', orderLines(lists, query))
    return undefined
  })

  api.serve(financeIntegrity, async () => {
    const { firstBreak = null, ...found } = await log.verify()
    return { ...ok, ...found, firstBreak }
  })

  api.serve(financeReconciliation, async () => ({ ...ok, report: await reconciliations.last() }))
  api.serve(runReconciliation, async () => ({ ...ok, report: await reconciliations.run() }))

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
}

function stateAnswer(loaded: Loaded) {
  const order = stateView(loaded)
  if (order === null) throw orderNotFound()
  return { ...ok, version: loaded.version, order }
}

async function sendCsv(
  res: Response,
  filename: string,
  lines: AsyncIterable<Parameters<typeof csvLine>[0]>,
): Promise<void> {
  res.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Cache-Control': 'no-store',
  })
  for await (const cells of lines) {
    if (res.destroyed) return
    // A slow reader holds the next page back, so memory stays flat.
    if (!res.write(csvLine(cells))) {
      await new Promise((resolve) => {
        res.once('drain', resolve)
        res.once('close', resolve)
      })
    }
  }
  res.end()
}
