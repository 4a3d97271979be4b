import { readFile } from 'node:fs/promises'
import type { Response } from 'express'
import type { ApiRouter } from '#platform/http/routes.ts'
import {
  booksCsv,
  booksJsonl,
  eventsCsv,
  eventsJsonl,
  offlineVerifier,
  ordersCsv,
  ordersJsonl,
} from '../contract-exports.ts'
import { type ExportName, type Exports, isCsv } from './exports.ts'
import type { OrderReadings } from './order-readings.ts'

const files = [
  ['events.csv', eventsCsv],
  ['orders.csv', ordersCsv],
  ['events.jsonl', eventsJsonl],
  ['orders.jsonl', ordersJsonl],
  ['books.csv', booksCsv],
  ['books.jsonl', booksJsonl],
] as const

/** Files for spreadsheets and auditors, and the one that proves them. */
export function mountExportRoutes(
  api: ApiRouter,
  { exports, readings }: { exports: Exports; readings: OrderReadings },
): void {
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
