/** `npm run bench`: measures the rows of the design as ratios against a bare yardstick and replaces the table of docs/bench.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from '../../apps/web/build.ts'
import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { createTestDatabase } from '../support/database.ts'
import { takeRunFolder } from '../support/run-folder.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { startDurableServer } from './durable-server.ts'
import { benchHttp } from './http.ts'
import { benchLeads } from './leads.ts'
import { benchLogins } from './login.ts'
import type { BenchRow } from './rounds.ts'
import { benchStart } from './start.ts'

const parts = ['http', 'leads', 'login', 'start', 'pages', 'checkout', 'idle', 'books', 'integrity', 'append']
/** Only when they are asked for: they take long. */
const longParts = ['growth', 'load']
const { words: wanted, refuse } = readArguments(
  `Measures the rows of docs/bench.md, and replaces its table when no part is named.

  npm run bench
  npm run bench -- http leads     some parts, printed only

Parts: ${parts.join(', ')}; only when named: ${longParts.join(', ')}.`,
  {},
  parts.length + longParts.length,
)
const unknown = wanted.find((name) => ![...parts, ...longParts].includes(name))
if (unknown !== undefined) refuse(`There is no part "${unknown}"`)
const chosen = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

takeRunFolder()
await buildIfChanged()
const server = await startDurableServer()
const lines = ['| path | against | bar | median ratio | spread | |', '|---|---|---|---|---|---|']
/** Rows are printed as they come: a bench that fails later loses none. */
function keep(...rows: BenchRow[]): void {
  lines.push(...rows.map(lineOf))
  console.log(rows.map(lineOf).join('\n'))
}
try {
  const database = await createTestDatabase()
  const app = await spawnApp({
    env: {
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      LOG_LEVEL: 'silent',
      TRUST_PROXY_HOPS: '1',
    },
  })
  try {
    if (chosen('http')) keep(...(await benchHttp(app.url)))
    if (chosen('leads')) keep(await benchLeads(app.url, database.superUrl))
    if (chosen('login'))
      keep(...(await benchLogins(app.url, app.child.pid!, { ...server, superUrl: database.superUrl })))
  } finally {
    await app.stop()
    await app.clean()
  }
  if (chosen('start')) keep(...(await benchStart(database)))
  if (chosen('pages')) {
    const { benchPages } = await import('./pages.ts')
    keep(...(await benchPages(database)))
  }
  await database.drop()
  if (chosen('checkout')) {
    const { benchCheckout } = await import('./checkout.ts')
    keep(...(await benchCheckout()))
  }
  if (chosen('idle')) {
    const { benchIdle } = await import('./idle.ts')
    keep(...(await benchIdle()))
  }
  if (chosen('books')) {
    const { benchBooks } = await import('./books.ts')
    keep(...(await benchBooks()))
  }
  if (chosen('integrity')) {
    const { benchIntegrity } = await import('./integrity.ts')
    keep(...(await benchIntegrity()))
  }
  // Fills an installation with a million events: only when it is asked for.
  if (wanted.includes('growth')) {
    const { benchGrowth } = await import('./growth.ts')
    await benchGrowth()
  }
  // Five minutes, unless BENCH_SECONDS says less: only when it is asked for.
  if (wanted.includes('load')) {
    const { benchLoad } = await import('./load.ts')
    await benchLoad()
  }
  if (chosen('append')) {
    // In processes of their own: the rival's store changes pg's parsers for the whole process.
    const { benchAppend } = await import('./append.ts')
    keep(...(await benchAppend()))
  }
} finally {
  await server.stop()
}

function verdict({ ratio, bar, atMost }: BenchRow): string {
  if (bar === undefined) return ''
  return (atMost ? ratio <= bar * 1.05 : ratio >= bar * 0.95) ? 'holds' : 'missed'
}
function barText({ bar, atMost }: BenchRow): string {
  return bar === undefined ? '' : `${atMost ? '≤' : '≥'} ${bar}`
}
function lineOf(row: BenchRow): string {
  const spread = `${row.spread[0].toFixed(2)} to ${row.spread[1].toFixed(2)}`
  return `| ${row.path} | ${row.against} | ${barText(row)} | ${row.ratio.toFixed(2)} | ${spread} | ${verdict(row)} |`
}
const table = lines.join('\n')
console.log(table)
if (wanted.length === 0) {
  // The table alone: what stands around it explains the figures.
  const file = join(import.meta.dirname, '../../docs/bench.md')
  const text = readFileSync(file, 'utf8')
  const start = text.indexOf(lines[0]!)
  const end = text.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error('docs/bench.md has no table of the bench to replace')
  writeFileSync(file, `${text.slice(0, start)}${table}${text.slice(end)}`)
}
