import { expect, test } from 'vitest'
import { errorText } from '#platform/telemetry/problem.ts'

function failedAt(...frames: string[]): Error {
  const error = new Error('no row "42"')
  error.stack = ['Error: no row', ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

test.each([
  [
    'sources',
    [
      'query (file:///app/src/platform/database/sql.ts:7:1)',
      'Orders.load (file:///app/src/modules/a.ts:9:2)',
    ],
    'Error: no row … (src/modules/a.ts:9)',
  ],
  [
    'a bundle',
    [
      'Parser.parse (/app/node_modules/pg/a.js:1:1)',
      'async Orders.load (file:///app/dist/bundle/1f/start.mjs:70:12)',
    ],
    'Error: no row … (Orders.load)',
  ],
  ['packages only', ['Parser.parse (/app/node_modules/pg/a.js:1:1)'], 'Error: no row …'],
])('given an error of %s, then its text names the place where it can', (_, frames, text) => {
  expect(errorText(failedAt(...frames))).toBe(text)
})
