import { beforeAll, describe, expect, it } from 'vitest'
import { given } from '../../support/given.ts'
import { event, item, openTestLog } from './test-log.ts'

const amount = process.env.LONG === '1' ? 100_000 : 20_000
const test = given(openTestLog, 'close')

beforeAll(async () => {
  const perAppend = 20
  const streams = amount / perAppend
  await Promise.all(
    Array.from({ length: streams }, (_, n) =>
      test.log.append(
        item(
          `order-${n}`,
          0,
          Array.from({ length: perAppend }, (_, at) => event(`${n}-${at}`, { at })),
        ),
      ),
    ),
  )
})

describe(`a log of ${amount} events`, () => {
  it('E-7: is verified within 5 seconds', { timeout: 60_000 }, async () => {
    const started = performance.now()
    const verdict = await test.log.verify()

    expect(verdict).toMatchObject({ ok: true, events: amount })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('is scanned once, in order, from any position', async () => {
    const positions: number[] = []
    for await (const { position } of test.log.scan(1_234)) positions.push(position)

    expect(positions).toEqual(Array.from({ length: amount - 1_234 }, (_, index) => 1_235 + index))
  })

  it('is folded from facts that carry what a fold needs, in order', async () => {
    let last = 500
    let sum = 0
    for await (const page of test.log.facts(500)) {
      for (const fact of page) {
        expect(fact.position).toBe(last + 1)
        last = fact.position
        sum += Number(fact.data.at)
        if (fact.version === 1)
          expect(fact).toMatchObject({ type: 'PaymentIntentObserved', schemaVersion: 1 })
      }
    }

    expect(last).toBe(amount)
    expect(sum).toBe(((amount - 500) / 20) * 190)
  })

  it('is read in pages by position and by stream up to a version', async () => {
    const page = await test.log.readFrom(100, 30)
    const stream = page[0]!.stream

    expect(page.map(({ position }) => position)).toEqual(
      Array.from({ length: 30 }, (_, index) => 101 + index),
    )
    expect((await test.log.read(stream, 7)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await test.log.readFrom(amount, 10)).toEqual([])
    expect(await test.log.head()).toMatchObject({ position: amount })
  })

  it('given a stream with odd texts, numbers and times, then its facts are what reading it whole shows', async () => {
    const odd = [
      { text: 'line\nbreak, "quotes", back\\slash, tab\t and \u2028', list: [1, [2, { three: null }]] },
      { text: 'Łukasz 李 🙂', amount: -0.5, large: Number.MAX_SAFE_INTEGER, small: 1e-7 },
      {},
    ]
    const at = (n: number) => new Date(Date.UTC(1969 + 40 * n, 11, 31, 23, 59, 59, 999 - n))
    await test.log.append(
      item(
        'odd',
        0,
        odd.map((data, n) => ({ ...event(`odd-${n}`, data), occurredAt: at(n) })),
      ),
    )
    const whole = await test.log.read('odd')
    const [facts, two, one, none] = await Promise.all([
      test.log.factsOf('odd'),
      test.log.factsOf('odd', 2),
      test.log.factsOf('order-7', 1),
      test.log.factsOf('nobody'),
    ])
    expect(facts.map(({ data }) => data)).toEqual(odd)
    expect(facts.map(({ occurredAt }) => occurredAt)).toEqual([at(0), at(1), at(2)])
    for (const [index, fact] of facts.entries()) expect(whole[index]).toMatchObject(fact)
    expect(two).toEqual(facts.slice(0, 2))
    expect(one.map(({ stream, version }) => [stream, version])).toEqual([['order-7', 1]])
    expect(none).toEqual([])
  })
})
