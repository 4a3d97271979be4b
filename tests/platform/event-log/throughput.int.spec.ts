import { expect, test } from 'vitest'
import { given } from '../../support/given.ts'
import { item, openTestLog } from './test-log.ts'

const long = process.env.LONG === '1'
const writers = 8
const appendsEach = long ? 2_500 : 100

const log = given(openTestLog, 'close')

/** How fast it has to be is asked by the bench, against a rival on the same machine; here the figures are printed. */
test('E-3: given eight writers without a pause, when they append, then each append is answered by a place of its own, and the rate is printed', async () => {
  const waited: number[] = []
  const places: number[] = []
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; turn < appendsEach; turn += 1) {
      const asked = performance.now()
      const { positions, duplicate } = await log.log.append(item(`order-e3-${writer}`, turn))
      waited.push(performance.now() - asked)
      expect(duplicate).toBe(false)
      places.push(...positions)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  const seconds = (performance.now() - started) / 1_000

  const total = writers * appendsEach
  expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, i) => i + 1))
  expect(await log.log.verify()).toMatchObject({ ok: true, events: total })
  waited.sort((a, b) => a - b)
  console.log(
    `E-3: ${writers} writers, ${total} appends, ${Math.round(total / seconds)} per second, p99 ${waited[Math.floor(total * 0.99)]?.toFixed(1)} ms`,
  )
})
