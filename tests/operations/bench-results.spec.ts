import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type KeptRow, lineOf, merged, pageWith, readResults, tableOf } from '../bench/results.ts'

const row = (part: string, ratio: number): KeptRow => ({
  part,
  path: `${part} ${ratio}`,
  against: 'bare',
  bar: 1,
  ratio,
  spread: [ratio, ratio],
  measured: '2026-11-26',
})

it('given results.json, then the table of docs/performance is made of it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/performance/README.md'), 'utf8')
  expect(pageWith(page, readResults())).toBe(page)
  expect(tableOf(readResults()).split('\n').length).toBeGreaterThan(30)
})

it('given rows of one part, then they replace its rows and leave the others in order', () => {
  const kept = [row('http', 1), row('leads', 2), row('leads', 3)]
  const after = merged(kept, [row('leads', 4)], ['http', 'leads'])
  expect(after.map(({ ratio }) => ratio)).toEqual([1, 4])
  expect(merged(after, [row('http', 5)], ['http', 'leads']).map(({ ratio }) => ratio)).toEqual([5, 4])
})

it.each([
  [{ bar: 1, ratio: 0.96 }, 'holds'],
  [{ bar: 1, ratio: 0.94 }, 'missed'],
  [{ bar: 1, atMost: true, ratio: 1.04 }, 'holds'],
  [{ bar: 1, atMost: true, ratio: 1.06 }, 'missed'],
])('given %o, then the bar %s', (figures, verdict) => {
  expect(lineOf({ ...row('http', figures.ratio), ...figures })).toContain(`| ${verdict} |`)
})
