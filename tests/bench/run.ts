/** `npm run bench`: measures the rows of docs/performance as ratios against a bare yardstick, and keeps them there. */
import { buildIfChanged } from '../../apps/web/build.ts'
import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { createTestDatabase } from '../support/database.ts'
import { takeRunFolder } from '../support/run-folder.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { startDurableServer } from './durable-server.ts'
import { benchHttp } from './http.ts'
import { benchLeads } from './leads.ts'
import { benchLogins } from './login.ts'
import { type KeptRow, keep, lineOf, tableOf } from './results.ts'
import type { BenchRow } from './rounds.ts'
import { benchStart } from './start.ts'

const parts = ['http', 'leads', 'login', 'start', 'pages', 'checkout', 'idle', 'books', 'integrity', 'append']
/** Only when they are asked for: they take long. */
const longParts = ['growth', 'load']
const {
  values: { save = false },
  words: wanted,
  refuse,
} = readArguments(
  `Measures the rows of docs/performance, and keeps them in its results.json and table when no part is named.

  npm run bench
  npm run bench -- http leads            some parts, printed only
  npm run bench -- http leads --save     and kept, with the day

Parts: ${parts.join(', ')}; only when named: ${longParts.join(', ')}.`,
  { save: { type: 'boolean' } },
  parts.length + longParts.length,
)
const unknown = wanted.find((name) => ![...parts, ...longParts].includes(name))
if (unknown !== undefined) refuse(`There is no part "${unknown}"`)
const chosen = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

takeRunFolder()
await buildIfChanged()
const server = await startDurableServer()
const measured: KeptRow[] = []
const day = new Date().toISOString().slice(0, 10)
/** Rows are printed as they come: a bench that fails later loses none. */
function add(part: string, ...rows: BenchRow[]): void {
  measured.push(...rows.map((row) => ({ part, ...row, measured: day })))
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
    if (chosen('http')) add('http', ...(await benchHttp(app.url)))
    if (chosen('leads')) add('leads', await benchLeads(app.url, database.superUrl))
    if (chosen('login'))
      add(
        'login',
        ...(await benchLogins(app.url, app.child.pid!, { ...server, superUrl: database.superUrl })),
      )
  } finally {
    await app.stop()
    await app.clean()
  }
  if (chosen('start')) add('start', ...(await benchStart(database)))
  if (chosen('pages')) {
    const { benchPages } = await import('./pages.ts')
    add('pages', ...(await benchPages(database)))
  }
  await database.drop()
  if (chosen('checkout')) {
    const { benchCheckout } = await import('./checkout.ts')
    add('checkout', ...(await benchCheckout()))
  }
  if (chosen('idle')) {
    const { benchIdle } = await import('./idle.ts')
    add('idle', ...(await benchIdle()))
  }
  if (chosen('books')) {
    const { benchBooks } = await import('./books.ts')
    add('books', ...(await benchBooks()))
  }
  if (chosen('integrity')) {
    const { benchIntegrity } = await import('./integrity.ts')
    add('integrity', ...(await benchIntegrity()))
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
    add('append', ...(await benchAppend()))
  }
} finally {
  await server.stop()
}

console.log(tableOf(measured))
if (wanted.length === 0 || save) keep(measured, parts)
