import { describe, expect, test } from 'vitest'
import { withEnd } from './standstill.ts'

const failing = (message: string) => () => Promise.reject(new Error(message))

describe('the failure that a history reports', () => {
  test('given a day and an end that both hang, then the day is named, and the end was tried', async () => {
    let tried = 0
    const end = async () => {
      tried += 1
      throw new Error('The end of seed 7 has not ended')
    }
    await expect(withEnd(failing('Day 3 of seed 7 has not ended'), end)).rejects.toThrow('Day 3')
    expect(tried).toBe(1)
  })

  test('given an end that hangs after a history without failures, then it is named', async () => {
    await expect(withEnd(async () => 1, failing('The end of seed 7 has not ended'))).rejects.toThrow('end')
    expect(
      await withEnd(
        async () => 1,
        async () => undefined,
      ),
    ).toBe(1)
  })
})
