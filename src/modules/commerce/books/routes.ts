import { readFile } from 'node:fs/promises'
import type { Response } from 'express'
import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import {
  booksCsv,
  booksJsonl,
  eventsJsonl,
  financeBookEntries,
  financeBooks,
  inboxBody,
  offlineVerifier,
  orderEvidence,
  orderPaper,
  orderReadings,
  ordersJsonl,
  signedHeads,
  signHead,
} from '../contract-books.ts'
import { eventsCsv, ordersCsv } from '../contract-finance.ts'
import { type InboxRow, inboxColumns } from '../inbox-row.ts'
import type { OrderLists } from '../order-lists.ts'
import type { Orders } from '../orders.ts'
import { inboxView } from '../views.ts'
import { type BookLine, type Books, noFigures } from './books.ts'
import { bookLineView, type ExportName, type Exports, isCsv } from './exports.ts'
import { bookKinds } from './movements.ts'
import type { OrderEvidence, Paper } from './order-evidence.ts'
import type { OrderReadings } from './order-readings.ts'
import { lineOf, type SignedHeads } from './signed-heads.ts'

export interface BooksParts {
  books: Books
  exports: Exports
  heads: SignedHeads
  readings: OrderReadings
  evidence: OrderEvidence
  lists: OrderLists
  orders: Orders
  database: Database
}

const ok = { success: true } as const
const files = [
  ['events.csv', eventsCsv],
  ['orders.csv', ordersCsv],
  ['events.jsonl', eventsJsonl],
  ['orders.jsonl', ordersJsonl],
  ['books.csv', booksCsv],
  ['books.jsonl', booksJsonl],
] as const

export function mountBooksRoutes(api: ApiRouter, parts: BooksParts): void {
  const { books, exports, heads, readings, evidence, lists, orders, database } = parts

  api.serve(financeBooks, async ({ query }) => {
    const { by, ...period } = query
    const lines = await books.lines(period, by)
    return {
      ...ok,
      timeZone: 'UTC' as const,
      position: await books.catchUp(),
      lines: lines.map(bookLineView),
      sums: sumsOf(lines).map(bookLineView),
    }
  })

  api.serve(financeBookEntries, async ({ query }) => {
    const { after, limit, ...filter } = query
    const { entries, sums, total } = await books.entries(filter, after, limit)
    return {
      ...ok,
      entries: entries.map(({ amountMinor, bookedAt, ...entry }) => ({
        ...entry,
        amount: toDecimal(amountMinor),
        bookedAt: bookedAt.toISOString(),
      })),
      sums: sums.map(({ currency, amountMinor }) => ({ currency, amount: toDecimal(amountMinor) })),
      total,
      next: entries.length === limit ? (entries.at(-1)?.position ?? null) : null,
    }
  })

  for (const [name, declared] of files) {
    api.serve(declared, async ({ query }, call) => {
      await readings.note(call.actor, 'export', null)
      const step = 'by' in query ? query.by : 'day'
      await send(call.res, name, exports.lines(name, query, step))
      return undefined
    })
  }

  api.serve(offlineVerifier, async (_, call) => {
    const text = await readFile(new URL('verify-log.mjs', import.meta.url))
    call.res
      .set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Disposition': 'attachment; filename="verify-log.mjs"',
      })
      .end(text)
    return undefined
  })

  api.serve(signedHeads, async () => ({
    ...ok,
    publicKey: heads.publicKey,
    heads: (await heads.list(60)).map((head) => ({
      position: head.position,
      hash: head.hash,
      signedAt: head.signedAt.toISOString(),
      line: lineOf(head),
    })),
  }))

  api.serve(signHead, async () => {
    const { verdict, signed } = await heads.keep()
    return {
      ...ok,
      ok: verdict.ok,
      reason: verdict.firstBreak?.reason ?? null,
      line: signed === null ? null : lineOf(signed),
    }
  })

  api.serve(orderEvidence, async ({ params }, call) => {
    const { order } = await lists.load(params.id)
    await readings.note(call.actor, 'evidence', params.id)
    const [mails, webhooks, history] = await Promise.all([
      evidence.mails(params.id),
      evidence.webhooks(order),
      orders.history(params.id),
    ])
    return {
      ...ok,
      papers: evidence
        .papers(order)
        .map((paper) => ({ kind: paper.kind, number: paper.number, path: pathOf(params.id, paper) })),
      mails: mails.map(({ owedAt, doneAt, ...mail }) => ({
        ...mail,
        owedAt: owedAt?.toISOString() ?? null,
        doneAt: doneAt?.toISOString() ?? null,
      })),
      webhooks: webhooks.map(inboxView),
      requests: evidence
        .requests(history)
        .map(({ at, ...request }) => ({ ...request, at: at.toISOString() })),
    }
  })

  api.serve(orderPaper, async ({ params, query }, call) => {
    await lists.load(params.id)
    const { bytes, filename } = await evidence.paper(params.id, params.kind, query.refundId)
    await readings.note(call.actor, 'document', params.id)
    call.res
      .set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${filename}"`,
        'Cache-Control': 'no-store',
      })
      .end(bytes)
    return undefined
  })

  api.serve(orderReadings, async ({ query }) => ({
    ...ok,
    readings: (await readings.list(query.orderId ?? null, query.limit)).map(
      ({ orderId, username, what, readAt }) => ({ orderId, username, what, readAt: readAt.toISOString() }),
    ),
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

function pathOf(orderId: string, { kind, refundId }: Paper): string {
  const query = refundId === null ? '' : `?refundId=${encodeURIComponent(refundId)}`
  return `/api/finance/orders/${orderId}/papers/${kind}${query}`
}

/** All periods of each currency in one line. */
function sumsOf(lines: readonly BookLine[]): BookLine[] {
  const sums = new Map<string, BookLine>()
  for (const { currency, figures } of lines) {
    const sum = sums.get(currency) ?? { period: 'all', currency, figures: noFigures() }
    for (const kind of bookKinds) sum.figures[kind] += figures[kind]
    sums.set(currency, sum)
  }
  return [...sums.values()]
}

const chunk = 32_000

/** Sends lines as they come; a slow reader holds the next ones back, so memory stays flat. */
async function send(res: Response, name: ExportName, lines: AsyncIterable<string>): Promise<void> {
  res.status(200).set({
    'Content-Type': isCsv(name) ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  })
  let waiting = ''
  for await (const line of lines) {
    if (res.destroyed) return
    waiting += line
    if (waiting.length < chunk) continue
    const fits = res.write(waiting)
    waiting = ''
    if (!fits) {
      await new Promise((resolve) => {
        res.once('drain', resolve)
        res.once('close', resolve)
      })
    }
  }
  res.end(waiting)
}
