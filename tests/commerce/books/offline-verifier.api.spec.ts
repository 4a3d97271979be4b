import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { given } from '../../support/given.ts'
import { openAuditedShop } from '../support/audited-shop.ts'

const audited = given(openAuditedShop)
let text: string
beforeAll(async () => {
  text = await audited.exported()
})

const isPart = /is part of this log/
const linesOf = (file: string): string[] => file.trimEnd().split('\n')
const fileOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`
const withHeader = (
  change: (header: Record<string, unknown>) => void,
  lines: readonly string[],
): string[] => {
  const header = JSON.parse(lines[0] ?? '')
  change(header)
  return [JSON.stringify(header), ...lines.slice(1)]
}
const isEvent = (line: string): boolean => line.startsWith('{"position"')

/** Version 1 as the product wrote it until version 2: no digest, no signature, moments with milliseconds. */
function versionOne(whole: boolean, lines: readonly string[] = linesOf(text)): string[] {
  const events = lines.filter(isEvent).map((line) => {
    const event = JSON.parse(line)
    for (const at of ['occurredAt', 'recordedAt']) event[at] = new Date(event[at]).toISOString()
    return JSON.stringify(event)
  })
  const { head } = JSON.parse(linesOf(text)[0] ?? '')
  return [
    JSON.stringify({ format: 'veralead-event-log', version: 1, whole, from: null, to: null }),
    ...events,
    JSON.stringify({ end: true, events: events.length, head }),
  ]
}

/** Recomputes the counts and the digest of a changed file; the signature stays what it was. */
function withFittingEnd(lines: readonly string[]): string[] {
  const body = lines.slice(0, -1)
  const end = JSON.parse(lines.at(-1) ?? '')
  const events = body.filter(isEvent)
  end.events = events.filter((line) => line.includes('"data":')).length
  end.outside = events.length - end.events
  end.digest = createHash('sha256').update(fileOf(body)).digest('hex')
  return [...body, JSON.stringify(end)]
}

describe('given a file that does not hold the kept head, when it is checked, then it is never said to be part of it', () => {
  const cases: [string, (lines: string[]) => string[], number][] = [
    ['version 1, tail cut, called a period', (lines) => cutTail(versionOne(false, lines)), 2],
    ['version 1 without any event, called a period', () => withoutEvents(versionOne(false)), 2],
    ['version 1, all money back removed, called a period', (lines) => thinned(versionOne(false, lines)), 2],
    [
      'version 1 with a second first line in the middle, then a gap',
      (lines) => {
        const one = versionOne(true, lines)
        return [...one.slice(0, 4), versionOne(false)[0] ?? '', ...one.slice(9)]
      },
      1,
    ],
    ['tail cut, called a period', (lines) => withFittingEnd(cutTail(aPeriod(lines))), 1],
    ['no events, called a period', (lines) => withFittingEnd(withoutEvents(aPeriod(lines))), 1],
    ['events removed, called a period', (lines) => withFittingEnd(thinned(aPeriod(lines))), 1],
    [
      'a second first line in the middle, then a gap',
      (lines) => withFittingEnd([...lines.slice(0, 4), aPeriod(lines)[0] ?? '', ...lines.slice(9)]),
      1,
    ],
  ]
  const cutTail = (lines: string[]) => [...lines.slice(0, 7), withCount(lines.at(-1), 6)]
  const withoutEvents = (lines: string[]) => [lines[0] ?? '', withCount(lines.at(-1), 0)]
  const thinned = (lines: string[]) => {
    const kept = lines.filter((line) => !isEvent(line) || JSON.parse(line).position % 3 > 0)
    return [...kept.slice(0, -1), withCount(lines.at(-1), kept.length - 2)]
  }
  const withCount = (end: string | undefined, events: number) =>
    JSON.stringify({ ...JSON.parse(end ?? ''), events })
  const aPeriod = (lines: string[]) =>
    withHeader((header) => {
      header.from = '2020-01-01T00:00:00.000000Z'
      header.whole = false
    }, lines)

  test.each(cases)('%s', async (_, tamper, code) => {
    for (const args of [
      ['--head', audited.line, '--key', audited.publicKey],
      ['--head', audited.line],
    ]) {
      const said = await audited.offlineSaid(fileOf(tamper(linesOf(text))), args)
      expect(said.out).not.toMatch(isPart)
      expect(said.code, said.out + said.err).toBe(code)
    }
  })

  test('the product’s own export of a day without the head', async () => {
    const file = await audited.exported('?to=2020-01-01')
    const said = await audited.offlineSaid(file)
    expect(said.out).not.toMatch(isPart)
    expect(said).toMatchObject({ code: 2, out: expect.stringContaining('is not shown here') })
  })
})

describe('a file of format version 2', () => {
  const keyOnly = () => ['--key', audited.publicKey]
  const period = async () => linesOf(await audited.exported(`?from=${await middle()}`))
  /** A moment after some of the events: what is before it is not of the period. */
  const middle = async () => {
    const [row] = await audited.shop.sql.query<{ at: Date }>(
      'select occurred_at as at from es.events where position = 12',
    )
    return row?.at.toISOString()
  }

  test('given the whole log, when it is checked with and without the key, then it is said what was checked', async () => {
    expect(await audited.offline(text)).toMatchObject({
      code: 0,
      ok: true,
      whole: true,
      file: { version: 2, signed: 'holds' },
      keptHead: { found: 'here', signed: 'holds' },
    })
    const bare = await audited.offlineSaid(text, [])
    expect(bare).toMatchObject({
      code: 0,
      out: expect.stringContaining('signature of the file was not checked'),
    })
    expect(bare.out).toContain('No kept head was given')
    expect((await audited.offlineSaid(text.replaceAll('\n', '\r\n'))).code).toBe(0)
  })

  test('given a period, when it is exported, then the positions between are there, so that a gap is found', async () => {
    const lines = await period()
    const header = JSON.parse(lines[0] ?? '')
    expect(header).toMatchObject({ version: 2, whole: false, until: null })
    expect(header.first).toBeGreaterThan(1)
    const good = await audited.offline(fileOf(lines))
    expect(good).toMatchObject({ code: 0, ok: true, whole: false, keptHead: { found: 'here' } })
    expect(good.outside).toBeGreaterThan(0)
    expect(good.events + good.outside).toBe(header.last - header.first + 1)
    expect((await audited.offlineSaid(fileOf(lines))).out).toContain('without a gap')
  })

  const withoutData = (line: string): string => {
    const { data: _, metadata: __, ...facts } = JSON.parse(line)
    return JSON.stringify(facts)
  }
  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['an event removed inside', (lines) => lines.toSpliced(6, 1), /is missing/],
    ['the data of an event removed', (lines) => lines.with(6, withoutData(lines[6] ?? '')), /has no data/],
    ['events removed at the beginning', (lines) => cutFirst(lines), /may be missing before it/],
    ['events removed at the end', (lines) => cutLast(lines), /may be missing behind/],
    ['the head changed', (lines) => setHead(lines), /hash than the last|--key|may be missing/],
    ['an event after the last line', (lines) => [...lines, lines[6] ?? ''], /after the last line/],
    [
      'a value changed',
      (lines) => lines.map((line) => line.replace('"version":1,', '"version":2,')),
      /hash|version/,
    ],
  ])(
    'given %s and the counts and the digest recomputed, when it is checked without the key, then it is found',
    async (what, tamper, reason) => {
      const lines = what === 'the head changed' ? linesOf(text) : await period()
      const changed = tamper(lines)
      const file = what === 'an event after the last line' ? changed : withFittingEnd(changed)
      const verdict = await audited.offline(fileOf(file), [])
      expect(verdict, JSON.stringify(verdict)).toMatchObject({ code: 1, ok: false })
      expect(verdict.firstBreak?.reason).toMatch(reason)
    },
  )
  const cutFirst = (lines: string[]) =>
    withHeader(
      (header) => {
        header.first = JSON.parse(lines[4] ?? '').position
      },
      [lines[0] ?? '', ...lines.slice(4)],
    )
  const cutLast = (lines: string[]) =>
    withHeader(
      (header) => {
        header.last = JSON.parse(lines.at(-4) ?? '').position
      },
      [...lines.slice(0, -3), lines.at(-1) ?? ''],
    )
  const setHead = (lines: string[]) =>
    withHeader((header) => {
      header.head = { ...(header.head as object), hash: '0'.repeat(64) }
    }, lines)

  test('given a file whose period was changed and its digest with it, when it is checked with the key, then its signature does not hold', async () => {
    const changed = withFittingEnd(
      withHeader((header) => {
        header.until = '2999-01-01T00:00:00.000000Z'
      }, linesOf(text)),
    )
    expect(await audited.offline(fileOf(changed), keyOnly())).toMatchObject({
      code: 1,
      firstBreak: { reason: expect.stringContaining('signature of the file does not hold') },
    })
    const [stale] = [linesOf(text).with(0, changed[0] ?? '')]
    expect(await audited.offline(fileOf(stale), [])).toMatchObject({
      code: 1,
      firstBreak: { reason: expect.stringContaining('digest') },
    })
    const end = JSON.parse(changed.at(-1) ?? '')
    const foreign = [...changed.slice(0, -1), JSON.stringify({ ...end, key: 'another' })]
    expect(await audited.offline(fileOf(foreign), keyOnly())).toMatchObject({ code: 2, ok: false })
  })
})

describe('a file of format version 1', () => {
  test('given the whole log, when it is checked, then it is proved, and it is said that the file is not signed', async () => {
    const said = await audited.offlineSaid(fileOf(versionOne(true)))
    expect(said, said.err).toMatchObject({ code: 0, out: expect.stringMatching(isPart) })
    expect(said.out).toContain('Format version 1: the file carries no signature')
  })

  test('given a period, when it is checked, then less is said about it', async () => {
    const lines = versionOne(false)
    const tail = [lines[0] ?? '', ...lines.slice(5, -1), lines.at(-1) ?? '']
    const end = JSON.parse(tail.at(-1) ?? '')
    tail[tail.length - 1] = JSON.stringify({ ...end, events: tail.length - 2 })
    const said = await audited.offlineSaid(fileOf(tail))
    expect(said, said.err).toMatchObject({ code: 0 })
    expect(said.out).toContain('Checked for a period')
    expect(said.out).toContain('would not be noticed')
    expect(said.out).not.toMatch(isPart)
  })
})
