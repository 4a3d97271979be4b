import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Rush } from '#platform/http/rush.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a rush', () => {
  it('given no request yet, or few at a time, then there is none', () => {
    const rush = new Rush()
    expect(rush.on).toBe(false)
    rush.request(4)
    expect(rush.on).toBe(false)
  })

  it('given many at a time, then it goes on while their callers come back, and ends soon after the last', () => {
    const rush = new Rush()
    rush.request(5)
    vi.advanceTimersByTime(40)
    rush.request(1)
    expect(rush.on).toBe(true)
    vi.advanceTimersByTime(10)
    expect(rush.on).toBe(false)
  })
})
