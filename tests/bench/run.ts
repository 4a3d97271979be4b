/** `npm run bench`: measures the rows of the design as ratios against a bare yardstick and writes docs/bench.md. */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from '../../apps/web/build.ts'
import { createTestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { startDurableServer } from './durable-server.ts'
import { benchHttp } from './http.ts'
import { benchLeads } from './leads.ts'
import { benchLogins } from './login.ts'
import { benchRecording } from './recording.ts'
import type { BenchRow } from './rounds.ts'
import { benchStart } from './start.ts'

const wanted = process.argv.slice(2)
const chosen = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

await buildIfChanged()
const server = await startDurableServer()
const database = await createTestDatabase()
const app = await spawnApp({
  env: {
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    LOG_LEVEL: 'silent',
    TRUST_PROXY_HOPS: '1',
  },
})
const rows: BenchRow[] = []
try {
  if (chosen('http')) rows.push(...(await benchHttp(app.url)))
  if (chosen('leads')) rows.push(await benchLeads(app.url, database.superUrl))
  if (chosen('login'))
    rows.push(...(await benchLogins(app.url, app.child.pid!, { ...server, superUrl: database.superUrl })))
} finally {
  await app.stop()
  await app.clean()
}
if (chosen('start')) rows.push(...(await benchStart(database)))
if (chosen('pages')) {
  const { benchPages } = await import('./pages.ts')
  rows.push(...(await benchPages(database)))
}
if (chosen('recording')) rows.push(await benchRecording(database))
await database.drop()
if (chosen('checkout')) {
  const { benchCheckout } = await import('./checkout.ts')
  rows.push(...(await benchCheckout()))
}
if (chosen('books')) {
  const { benchBooks } = await import('./books.ts')
  rows.push(...(await benchBooks()))
}
if (chosen('integrity')) {
  const { benchIntegrity } = await import('./integrity.ts')
  rows.push(...(await benchIntegrity()))
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
if (chosen('flood')) {
  const { benchFlood } = await import('./flood.ts')
  rows.push(...(await benchFlood()))
}
if (chosen('append')) {
  // In processes of their own: the rival's store changes pg's parsers for the whole process.
  const { benchAppend } = await import('./append.ts')
  rows.push(...(await benchAppend()))
}
await server.stop()

function verdict({ ratio, bar, atMost }: BenchRow): string {
  if (bar === undefined) return ''
  return (atMost ? ratio <= bar * 1.05 : ratio >= bar * 0.95) ? 'holds' : 'missed'
}
const barText = ({ bar, atMost }: BenchRow): string =>
  bar === undefined ? '' : `${atMost ? '≤' : '≥'} ${bar}`
const table = [
  '| path | against | bar | median ratio | spread | |',
  '|---|---|---|---|---|---|',
  ...rows.map(
    (row) =>
      `| ${row.path} | ${row.against} | ${barText(row)} | ${row.ratio.toFixed(2)} | ${row.spread[0].toFixed(2)} to ${row.spread[1].toFixed(2)} | ${verdict(row)} |`,
  ),
]
console.log(table.join('\n'))
if (wanted.length === 0) {
  const head = `# Bench\n\nMade by \`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}. Ratios in one run, median of interleaved rounds; a bar holds within 5 %.\n\n`
  writeFileSync(join(import.meta.dirname, '../../docs/bench.md'), `${head}${table.join('\n')}\n`)
}
