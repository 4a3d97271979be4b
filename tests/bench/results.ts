/** The figures of the bench as they are kept: docs/performance/results.json, and the table made of it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from './rounds.ts'

export interface KeptRow extends BenchRow {
  /** The part of the bench that measures the row. */
  part: string
  /** The day on which it was measured. */
  measured: string
}

const folder = join(import.meta.dirname, '../../docs/performance')
const head = '| path | against | bar | median ratio | spread | | measured |'

export const readResults = (): KeptRow[] =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as KeptRow[]

/** `rows` in the place of all rows of their parts, in the order of `parts`. */
export function merged(
  kept: readonly KeptRow[],
  rows: readonly KeptRow[],
  parts: readonly string[],
): KeptRow[] {
  const measured = new Set(rows.map(({ part }) => part))
  const all = [...kept.filter(({ part }) => !measured.has(part)), ...rows]
  return all.toSorted((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part))
}

function verdict({ ratio, bar, atMost }: BenchRow): string {
  if (bar === undefined) return ''
  return (atMost ? ratio <= bar * 1.05 : ratio >= bar * 0.95) ? 'holds' : 'missed'
}

/** A row of the table, without the day. */
export function lineOf(row: BenchRow): string {
  const [least, greatest] = row.spread
  const spread = least === greatest ? 'one round' : `${least.toFixed(2)} to ${greatest.toFixed(2)}`
  const bar = row.bar === undefined ? '' : `${row.atMost ? '≤' : '≥'} ${row.bar}`
  return `| ${row.path} | ${row.against} | ${bar} | ${row.ratio.toFixed(2)} | ${spread} | ${verdict(row)} |`
}

export const tableOf = (rows: readonly KeptRow[]): string =>
  [head, '|---|---|---|---|---|---|---|', ...rows.map((row) => `${lineOf(row)} ${row.measured} |`)].join('\n')

/** The page with its table replaced. @throws Error for a page without one */
export function pageWith(page: string, rows: readonly KeptRow[]): string {
  const start = page.indexOf(head)
  const end = page.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error('docs/performance/README.md has no table of the bench to replace')
  return `${page.slice(0, start)}${tableOf(rows)}${page.slice(end)}`
}

/** Stores measured rows, and makes the table of the page again. */
export function keep(rows: readonly KeptRow[], parts: readonly string[]): void {
  const results = merged(readResults(), rows, parts)
  const text = JSON.stringify(results, null, 2).replaceAll(/\[\s+([\d.]+),\s+([\d.]+)\s+\]/g, '[$1, $2]')
  writeFileSync(join(folder, 'results.json'), `${text}\n`)
  const page = join(folder, 'README.md')
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), results))
}
