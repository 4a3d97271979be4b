import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const verifier = join(import.meta.dirname, '../../../src/modules/commerce/finance/log/verify-log.mjs')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veralead-damaged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const header = { format: 'veralead-event-log', version: 2, from: null, until: null, first: 1, last: 1 }
const event = {
  ...{ position: 1, stream: 'order-x', version: 1, eventId: 'x', type: 'OrderPlaced', schemaVersion: 1 },
  ...{ data: {}, metadata: {}, dataDigest: 'x', metadataDigest: 'x', prevHash: '00', hash: 'x' },
  ...{ occurredAt: '2026-11-01T00:00:00.000000Z', recordedAt: '2026-11-01T00:00:00.000000Z' },
}
const lines = (...each: unknown[]): string => each.map((line) => JSON.stringify(line)).join('\n')

test.each<[string, string]>([
  ['a first line without its period', lines({ ...header, from: undefined, whole: false }, event)],
  ['a first line whose period is no date', lines({ ...header, from: 'yesterday' }, event)],
  ['a line that is null', lines(header, null)],
  ['a line that is a number', lines(header, 7)],
  ['an event without anything', lines(header, {})],
  ['an event of a moment that there is not', lines(header, { ...event, occurredAt: 'never' })],
  ['an event without its data', lines(header, { ...event, data: undefined })],
  ['an event whose position is text', lines(header, { ...event, position: 'one' })],
  ['a last line without anything', lines(header, { end: true })],
  ['only a first line', lines(header)],
])('given %s, when the file is verified offline, then it is called broken in a sentence', async (_, text) => {
  const file = join(folder, 'events.jsonl')
  await writeFile(file, text)
  const ran = await promisify(execFile)(process.execPath, [verifier, file]).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  )
  expect(ran).toMatchObject({ code: 1, stderr: '' })
  expect(ran.stdout).toMatch(/^BROKEN at position \d+: [a-z].+\.\n$/)
  expect(ran.stdout).not.toMatch(/NaN|undefined|BigInt/)
})
