import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { ApiRouter } from '#platform/http/routes.ts'
import { fileOf } from '#platform/kernel/project-files.ts'
import type { OrderReadings } from '../search/order-readings.ts'
import {
  booksCsv,
  booksJsonl,
  documentsCsv,
  eventsCsv,
  eventsJsonl,
  journalCsv,
  offlineVerifier,
  ordersCsv,
  ordersJsonl,
  payoutsCsv,
  scheduleCsv,
  taxCsv,
} from './contract.ts'
import type { ExportRuns } from './export-runs.ts'
import { type ExportName, isCsv } from './exports.ts'

const files = [
  ['events.csv', eventsCsv],
  ['orders.csv', ordersCsv],
  ['events.jsonl', eventsJsonl],
  ['orders.jsonl', ordersJsonl],
  ['books.csv', booksCsv],
  ['books.jsonl', booksJsonl],
  ['tax.csv', taxCsv],
  ['schedule.csv', scheduleCsv],
  ['payouts.csv', payoutsCsv],
  ['journal.csv', journalCsv],
] as const

/** Downloads of the CSV files, of the log, and of its offline verifier. */
export function mountExportRoutes(
  api: ApiRouter,
  { exports, readings }: { exports: ExportRuns; readings: OrderReadings },
): void {
  for (const [name, declared] of files) {
    api.serve(declared, async ({ query }, call) => {
      await readings.note(call.actor, 'export', null)
      const step = 'by' in query ? query.by : 'day'
      const dates = 'dates' in query ? query.dates : 'stripe'
      const period = { from: query.from, to: query.to }
      await send(call.res, name, exports.bytes({ name, period, step, dates }))
      return undefined
    })
  }

  api.serve(documentsCsv, async ({ query: { from, to, kind } }, call) => {
    await readings.note(call.actor, 'export', null)
    const request = {
      name: 'documents.csv',
      period: { from, to },
      step: 'day',
      dates: 'stripe',
      kind,
    } as const
    await send(call.res, 'documents.csv', exports.bytes(request))
    return undefined
  })

  api.serve(offlineVerifier, async (_, call) => {
    const text = await readFile(fileOf('src/modules/commerce/finance/log/verify-log.mjs'))
    call.res
      .set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Disposition': 'attachment; filename="verify-log.mjs"',
      })
      .end(text)
    return undefined
  })
}

/**
 * Sends chunks as fast as the client reads them, so memory stays flat. An error before the first chunk becomes an ordinary
 * error answer; a later one aborts the connection, so that a partial file is not taken for a complete one.
 */
async function send(res: Response, name: ExportName, file: AsyncGenerator<Uint8Array>): Promise<void> {
  const first = await file.next()
  begin(res, name)
  const chunks = async function* () {
    if (first.done) return
    yield first.value
    yield* file
  }
  // A client that has left is no failure.
  await pipeline(chunks, res).catch(() => file.return(undefined))
}

function begin(res: Response, name: ExportName): void {
  res.status(200).set({
    'Content-Type': isCsv(name) ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  })
}
