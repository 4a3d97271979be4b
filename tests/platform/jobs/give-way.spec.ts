import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveWay } from '#platform/jobs/give-way.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds until a job may begin while there is a `rush`, and whether it is calm by then. */
async function waited(rush: () => boolean): Promise<{ ms: number; calm: boolean } | undefined> {
  let began: { ms: number; calm: boolean } | undefined
  const start = Date.now()
  void giveWay(rush).then((calm) => {
    began = { ms: Date.now() - start, calm }
  })
  await vi.advanceTimersByTimeAsync(1_000)
  return began
}

describe('a job before it begins', () => {
  it('given no rush, then it does not wait', async () => {
    expect(await waited(() => false)).toEqual({ ms: 0, calm: true })
  })

  it('given a rush that ends, then it begins soon after', async () => {
    const start = Date.now()
    expect(await waited(() => Date.now() - start < 50)).toEqual({ ms: 60, calm: true })
  })

  it('given a rush without end, then it begins after a fifth of a second: nothing is owed for ever', async () => {
    expect(await waited(() => true)).toEqual({ ms: 200, calm: false })
  })
})
