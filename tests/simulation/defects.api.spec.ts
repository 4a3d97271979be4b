import { afterAll, describe, expect, test } from 'vitest'
import { actionsOf } from './actions.ts'
import { defects } from './defects.ts'
import { end, runHistory } from './history.ts'

const long = process.env.LONG === '1'
const within = 200
const days = 3
/** The defect to plant; without the variable the one that the first seed finds. */
const chosen = process.env.DEFECT
const planted = Object.entries(defects).filter(([name]) =>
  chosen === undefined
    ? long || name === 'refunds that were not asked for here are overlooked'
    : name.includes(chosen),
)

describe('defects that are planted are found', () => {
  afterAll(end)

  test.for(planted)(
    `given the defect that %s, when seeds are tried, then one of the first ${within} fails`,
    { timeout: 24 * 3_600_000 },
    async ([name, plant]) => {
      let found: { seed: number; error: Error } | undefined
      for (let seed = 1; seed <= within && found === undefined; seed += 1) {
        const { failure } = await runHistory(seed, actionsOf(seed, days), days, plant)
        if (failure !== null) found = { seed, error: failure.error }
      }
      console.log(`${name}: seed ${found?.seed}, ${found?.error.message.split('\n')[0]}`)
      expect(found).toBeDefined()
    },
  )
})
