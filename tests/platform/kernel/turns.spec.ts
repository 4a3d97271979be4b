import { expect, test } from 'vitest'
import { Turns } from '#platform/kernel/turns.ts'

test('given work that waits for other work of its name, then it gets the result of that; what waits for nothing, or for a failure, gets none', async () => {
  const turns = new Turns<string>()
  const gets = async (previous?: string) => `after ${previous}`
  const first = turns.of('a', gets)
  const waits = turns.of('a', gets)
  const other = turns.of('b', () => Promise.reject(new Error('It fails')))
  const waitsForFailure = turns.of('b', gets)
  await expect(other).rejects.toThrow('It fails')
  expect(await Promise.all([first, waits, waitsForFailure, turns.of('c', gets)])).toEqual([
    'after undefined',
    'after after undefined',
    'after undefined',
    'after undefined',
  ])
  expect(await turns.of('a', gets)).toBe('after undefined')
})
