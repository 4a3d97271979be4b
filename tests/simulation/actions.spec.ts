import { describe, expect, test } from 'vitest'
import { actionsOf, shortest } from './actions.ts'

describe('histories of a simulation', () => {
  test('given one seed, then its history is the same each time, and another seed has another one', () => {
    expect(actionsOf(7, 3)).toEqual(actionsOf(7, 3))
    expect(actionsOf(8, 3)).not.toEqual(actionsOf(7, 3))
  })

  test('given a failure that takes two actions out of forty, when the shortest history is looked for, then it is those two', async () => {
    const all = Array.from({ length: 40 }, (_, n) => n)
    let asked = 0
    const found = await shortest(all, async (some) => {
      asked += 1
      return some.includes(11) && some.includes(29)
    })
    expect(found).toEqual([11, 29])
    expect(asked).toBeLessThan(100)
  })
})
