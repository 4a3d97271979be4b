import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { yieldToRequests } from '#platform/jobs/yield-to-requests.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds until a job may begin while there is a `burst`, and whether it is calm by then. */
async function waited(burst: () => boolean): Promise<{ ms: number; calm: boolean } | undefined> {
  let began: { ms: number; calm: boolean } | undefined
  const start = Date.now()
  void yieldToRequests(burst).then((calm) => {
    began = { ms: Date.now() - start, calm }
  })
  await vi.advanceTimersByTimeAsync(1_000)
  return began
}

describe('a job before it begins', () => {
  it('given no burst, then it does not wait', async () => {
    expect(await waited(() => false)).toEqual({ ms: 0, calm: true })
  })

  it('given a burst that ends, then it begins soon after', async () => {
    const start = Date.now()
    expect(await waited(() => Date.now() - start < 50)).toEqual({ ms: 60, calm: true })
  })

  it('given a burst without end, then it begins after a fifth of a second: nothing is owed for ever', async () => {
    expect(await waited(() => true)).toEqual({ ms: 200, calm: false })
  })
})
