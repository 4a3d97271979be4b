import 'reflect-metadata'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readArguments } from '#platform/kernel/arguments.ts'
import { type AskedExport, bookDates, exportNames } from '../../modules/commerce/commands.ts'
import { CommerceCommands } from '../services.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

const usage = `Writes a file of the books.

  npm run books:export -- events.jsonl [--out path] [--from 2026-01-01] [--to 2026-12-31] [--by month] [--dates recorded] [--json]

Files: ${exportNames.join(', ')}. Days count whole, in the time zone of the books.
--by is for books.csv and books.jsonl, --dates also for journal.csv: the date at Stripe (stripe) decides the period, or the date of recording (recorded).`

const lineBreak = 0x0a
const day = /^\d{4}-\d\d-\d\d$/

function optionsOf(): AskedExport & { out: string } {
  const options = {
    out: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    by: { type: 'string', default: 'day' },
    dates: { type: 'string', default: 'stripe' },
    json: { type: 'boolean' },
  } as const
  const { values, words, refuse } = readArguments(usage, options, 1)
  const name = exportNames.find((each) => each === words[0])
  if (name === undefined) return refuse(`The file must be one of ${exportNames.join(', ')}`)
  const period: AskedExport['period'] = {}
  for (const end of ['from', 'to'] as const) {
    const given = values[end]
    if (given === undefined) continue
    if (!day.test(given) || Number.isNaN(Date.parse(given)))
      return refuse(`--${end} must be a day like 2026-11-21`)
    period[end] = given
  }
  if (values.by !== 'day' && values.by !== 'month') return refuse('--by must be day or month')
  const dates = bookDates.find((each) => each === values.dates)
  if (dates === undefined) return refuse('--dates must be stripe or recorded')
  return { name, out: values.out ?? name, period, step: values.by, dates }
}

const { out, ...request } = optionsOf()
await report(({ progress }) =>
  withApp(async ({ container }) => {
    const { bytes, position } = await container.get(CommerceCommands).export(request)
    const bar = new Progress('Exporting', progress)
    let lines = 0
    async function* counted() {
      for await (const chunk of bytes) {
        for (const byte of chunk) if (byte === lineBreak) lines += 1
        bar.update(lines, request.name.startsWith('events') ? position : lines)
        yield chunk
      }
    }
    await pipeline(counted, createWriteStream(out, { flags: 'wx' }))
    bar.end()
    return { ok: true, json: { ok: true, file: out, lines }, lines: [`${lines} lines written to ${out}.`] }
  }),
)
