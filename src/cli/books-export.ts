import 'reflect-metadata'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { EventLog } from '#platform/event-log/event-log.ts'
import { AppError } from '#platform/kernel/error.ts'
import { type ExportName, Exports, exportNames } from '../modules/commerce/books/exports.ts'
import { Progress } from './progress.ts'
import { report, withHouse } from './with-house.ts'

const usage = `Writes a file of the books.

  npm run books:export -- events.jsonl [--out path] [--from 2026-01-01] [--to 2026-12-31] [--by month] [--json]

Files: ${exportNames.join(', ')}. Days are UTC and count whole. --by is for books.csv and books.jsonl.`

const day = /^\d{4}-\d\d-\d\d$/

interface Wish {
  name: ExportName
  out: string
  period: { from?: string; to?: string }
  step: 'day' | 'month'
}

function wishOf(): Wish {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      by: { type: 'string', default: 'day' },
      json: { type: 'boolean' },
    },
  })
  const refuse = (what: string) => new AppError('invalid', 'USAGE', `${what}\n\n${usage}`)
  const name = exportNames.find((each) => each === positionals[0])
  if (name === undefined) throw refuse(`The file must be one of ${exportNames.join(', ')}`)
  const period: Wish['period'] = {}
  for (const end of ['from', 'to'] as const) {
    const given = values[end]
    if (given === undefined) continue
    if (!day.test(given) || Number.isNaN(Date.parse(given)))
      throw refuse(`--${end} must be a day like 2026-11-21`)
    period[end] = given
  }
  if (values.by !== 'day' && values.by !== 'month') throw refuse('--by must be day or month')
  return { name, out: values.out ?? name, period, step: values.by }
}

await report(async ({ progress }) => {
  const { name, out, period, step } = wishOf()
  return withHouse(async ({ container }) => {
    const bar = new Progress('Exporting', progress)
    const { position } = await container.get(EventLog).head()
    let lines = 0
    async function* counted() {
      for await (const line of container.get(Exports).lines(name, period, step)) {
        lines += 1
        bar.tell(lines, name.startsWith('events') ? position : lines)
        yield line
      }
    }
    await pipeline(Readable.from(counted()), createWriteStream(out, { flags: 'wx' }))
    bar.end()
    return { ok: true, json: { ok: true, file: out, lines }, lines: [`${lines} lines written to ${out}.`] }
  })
})
