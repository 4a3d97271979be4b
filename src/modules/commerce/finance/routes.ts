import type { StaffNames } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import {
  collectFees,
  financeBookEntries,
  financeBooks,
  financeIntegrity,
  integrityProgress,
  orderEvidence,
  orderPaper,
  orderReadings,
  signedHeads,
  signHead,
} from '../contract-books.ts'
import type { OrderLists } from '../orders/order-lists.ts'
import type { Orders } from '../orders/orders.ts'
import { inboxView } from '../orders/views.ts'
import { type BookLine, noFigures } from './books/book-lines.ts'
import type { Books } from './books/books.ts'
import { bookKinds } from './books/movements.ts'
import type { ProviderFees } from './books/provider-fees.ts'
import { bookLineView } from './exports/exports.ts'
import { lineOf } from './log/head-line.ts'
import type { LogKey } from './log/log-key.ts'
import { mailView } from './mails/mail-view.ts'
import { type OrderEvidence, pathOfPaper } from './search/order-evidence.ts'
import type { OrderReadings } from './search/order-readings.ts'
import { faultsOf, partsOf } from './verification/faults-of.ts'
import type { IntegrityChecks } from './verification/integrity-checks.ts'
import { compareKeptHead } from './verification/kept-head.ts'
import type { SignedHeads } from './verification/signed-heads.ts'

export interface BooksParts {
  books: Books
  heads: SignedHeads
  checks: IntegrityChecks
  key: LogKey
  database: Database
  staffNames: StaffNames
  fees: ProviderFees
  readings: OrderReadings
  evidence: OrderEvidence
  lists: OrderLists
  orders: Orders
}

const ok = { success: true } as const
const feesRefused = 'The key may not read balance transactions, so fees are not collected.'

export function mountBooksRoutes(api: ApiRouter, parts: BooksParts): void {
  const { books, heads, checks, key, database, staffNames, fees, readings, evidence, lists, orders } = parts

  api.serve(financeBooks, async ({ query }) => {
    const { by, dates, ...period } = query
    const lines = await books.lines(period, by, dates)
    return {
      ...ok,
      timeZone: await books.timeZone(),
      dates,
      position: await books.catchUp(),
      feesTrouble: (await fees.isRefused()) ? feesRefused : null,
      lines: lines.map(bookLineView),
      sums: sumsOf(lines).map(bookLineView),
    }
  })

  api.serve(financeBookEntries, async ({ query }) => {
    const { after, limit, dates, ...filter } = query
    const { entries, sums, total } = await books.entries(filter, after, limit, dates)
    return {
      ...ok,
      timeZone: await books.timeZone(),
      entries: entries.map(({ amountMinor, bookedAt, recordedAt, ...entry }) => ({
        ...entry,
        amount: toDecimal(amountMinor, entry.currency),
        bookedAt: bookedAt.toISOString(),
        recordedAt: recordedAt.toISOString(),
      })),
      sums: sums.map(({ currency, amountMinor }) => ({ currency, amount: toDecimal(amountMinor, currency) })),
      total,
      next: entries.length >= limit ? (entries.at(-1)?.position ?? null) : null,
    }
  })

  api.serve(collectFees, async () => ({ ...ok, recorded: await fees.collect() }))

  api.serve(financeIntegrity, async ({ query }) => {
    const verdict = await checks.run()
    const { chain, restores } = verdict
    const keptHead =
      query.head === undefined ? null : await compareKeptHead(query.head, { sql: database.sql, key, verdict })
    const names = await staffNames.usernames([...new Set(restores.map(({ data }) => data.by))])
    return {
      ...ok,
      ok: verdict.ok && (keptHead === null || keptHead.found === 'here' || keptHead.found === 'restored'),
      events: chain.events,
      head: chain.head,
      firstBreak: chain.firstBreak ?? null,
      parts: partsOf(verdict),
      keptHead,
      restores: restores.map(({ position, recordedAt, data: { by, reason, lastPosition } }) => ({
        position,
        recordedAt: recordedAt.toISOString(),
        lastPosition,
        by: names.get(by) ?? by,
        reason,
      })),
    }
  })

  api.serve(integrityProgress, async () => ({ ...ok, progress: checks.progress }))

  api.serve(signedHeads, async () => ({
    ...ok,
    publicKey: key.publicKey,
    earlierKeys: key.earlierKeys,
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
      reason: verdict.chain.firstBreak?.reason ?? faultsOf(verdict)[0] ?? null,
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
        .map((paper) => ({ kind: paper.kind, number: paper.number, path: pathOfPaper(params.id, paper) })),
      mails: mails.map(mailView),
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
}

/** All periods of each currency in one line. */
function sumsOf(lines: readonly BookLine[]): BookLine[] {
  const sums = new Map<string, BookLine>()
  for (const { currency, figures, lateEntries } of lines) {
    const sum = sums.get(currency) ?? { period: 'all', currency, figures: noFigures(), lateEntries: 0 }
    sum.lateEntries += lateEntries
    for (const kind of bookKinds) sum.figures[kind] += figures[kind]
    sums.set(currency, sum)
  }
  return [...sums.values()]
}
