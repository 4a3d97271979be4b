import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Burst } from '#platform/http/burst.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a burst', () => {
  it('given no request yet, or few at a time, then there is none', () => {
    const burst = new Burst()
    expect(burst.on).toBe(false)
    burst.request(4)
    expect(burst.on).toBe(false)
  })

  it('given many at a time, then it goes on while their callers come back, and ends soon after the last', () => {
    const burst = new Burst()
    burst.request(5)
    vi.advanceTimersByTime(40)
    burst.request(1)
    expect(burst.on).toBe(true)
    vi.advanceTimersByTime(10)
    expect(burst.on).toBe(false)
  })
})
