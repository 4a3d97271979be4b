import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveWay } from '#platform/jobs/give-way.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds until a job may begin while `requests` are being answered. */
async function waited(requests: () => number): Promise<number> {
  let began: number | undefined
  const start = Date.now()
  void giveWay(requests).then(() => {
    began = Date.now() - start
  })
  await vi.advanceTimersByTimeAsync(1_000)
  return began ?? Number.NaN
}

describe('a job before it begins', () => {
  it('given few requests, then it does not wait', async () => {
    expect(await waited(() => 4)).toBe(0)
  })

  it('given a rush that ends, then it begins soon after', async () => {
    const start = Date.now()
    expect(await waited(() => (Date.now() - start < 50 ? 16 : 1))).toBe(60)
  })

  it('given a rush without end, then it begins after a fifth of a second: nothing is owed for ever', async () => {
    expect(await waited(() => 16)).toBe(200)
  })
})
