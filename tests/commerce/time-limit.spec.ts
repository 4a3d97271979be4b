import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { preparingMs, withTimeLimit } from '../../src/modules/commerce/payments/stripe/time-limit.ts'

const clock = new OffsetClock()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('given work that ends in time, then its result or its error is passed on, and no timer stays', async () => {
  expect(await withTimeLimit(clock, preparingMs, Promise.resolve(7))).toBe(7)
  await expect(withTimeLimit(clock, preparingMs, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('given a provider that answers in half a minute, then the buyer is told after twelve seconds, and the work goes on', async () => {
  const done = vi.fn()
  const work = new Promise<void>((resolve) => setTimeout(resolve, 30_000)).then(done)
  const answer = withTimeLimit(clock, preparingMs, work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await answer).toMatchObject({
    kind: 'unavailable',
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    detail: { retryAfter: 5 },
  })
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(18_000)
  expect(done).toHaveBeenCalledOnce()
})

test('given work that fails after its buyer has gone, then nothing is left uncaught', async () => {
  const uncaught = vi.fn()
  process.on('unhandledRejection', uncaught)
  const work = new Promise<void>((_, reject) => setTimeout(() => reject(new Error('late')), 30_000))
  const answer = withTimeLimit(clock, preparingMs, work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(40_000)
  await answer
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})
