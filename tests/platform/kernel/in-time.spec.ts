import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from '#platform/kernel/in-time.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const after = <T>(ms: number, end: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms)).then(end)
const failing = (): never => {
  throw new Error('refused')
}

test('given work that ends before the limit, then what it came to counts and no timer is left', async () => {
  const waited = inTime(
    after(900, () => 'done'),
    1_000,
    () => 'late',
  )
  await vi.advanceTimersByTimeAsync(900)
  expect(await waited).toBe('done')
  expect(vi.getTimerCount()).toBe(0)

  await expect(inTime(Promise.reject(new Error('refused')), 1_000, () => 'late')).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})

test('given work that takes longer, then the limit answers or throws, and how the work fails later is nobody’s error', async () => {
  const answered = inTime(after(2_000, failing), 1_000, () => 'late')
  const thrown = inTime(after(2_000, failing), 1_000, () => {
    throw new Error('no answer in time')
  })
  const refused = expect(thrown).rejects.toThrow('no answer in time')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answered).toBe('late')
  await refused
  await vi.advanceTimersByTimeAsync(1_000)
})
