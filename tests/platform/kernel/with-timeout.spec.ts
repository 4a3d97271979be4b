import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OffsetClock, StandingClock } from '#platform/kernel/clock.ts'
import { withTimeout } from '#platform/kernel/with-timeout.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const after = <T>(ms: number, end: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms)).then(end)
const failing = (): never => {
  throw new Error('refused')
}

test('given work that ends before the limit, then what it came to counts and no timer is left', async () => {
  const waited = withTimeout(
    after(900, () => 'done'),
    1_000,
    () => 'late',
  )
  await vi.advanceTimersByTimeAsync(900)
  expect(await waited).toBe('done')
  expect(vi.getTimerCount()).toBe(0)

  await expect(withTimeout(Promise.reject(new Error('refused')), 1_000, () => 'late')).rejects.toThrow(
    'refused',
  )
  expect(vi.getTimerCount()).toBe(0)
})

test('given work that takes longer, then the limit answers or throws, and how the work fails later is nobody’s error', async () => {
  const answered = withTimeout(after(2_000, failing), 1_000, () => 'late')
  const thrown = withTimeout(after(2_000, failing), 1_000, () => {
    throw new Error('no answer in time')
  })
  const refused = expect(thrown).rejects.toThrow('no answer in time')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answered).toBe('late')
  await refused
  await vi.advanceTimersByTimeAsync(1_000)
})

test('given a stopped clock, then a machine that is slow ends no waiting: only the clock does, when it is moved so far', async () => {
  const clock = new StandingClock(new Date('2026-03-02T00:00:00Z'))
  const slow = withTimeout(
    after(60_000, () => 'done'),
    1_000,
    () => 'late',
    clock,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await slow).toBe('done')

  const silent = withTimeout(new Promise(() => undefined), 1_000, () => 'late', clock)
  const seen = vi.fn()
  silent.then(seen)
  clock.advance(999)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).not.toHaveBeenCalled()
  clock.advance(1)
  expect(await silent).toBe('late')
})

test('given a clock of the machine that jumps, then a waiting takes its real time all the same', async () => {
  const clock = new OffsetClock()
  const waited = withTimeout(
    after(900, () => 'done'),
    1_000,
    () => 'late',
    clock,
  )
  clock.advance(86_400_000)
  await vi.advanceTimersByTimeAsync(900)
  expect(await waited).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})
