import { expect, it } from 'vitest'
import { paperState } from '../../../src/modules/commerce/rules.ts'

it.each([
  [null, 'offered'],
  ['2027-01-01', 'offered'],
  ['2026-12-31', 'expires-soon'],
  ['2026-12-01', 'expires-soon'],
  ['2026-11-30', 'expired'],
])('given a paper whose last day is %s, then on 2026-12-01 it is %s', (expiresOn, state) => {
  for (const time of ['00:00:00', '23:59:59'])
    expect(paperState(expiresOn, new Date(`2026-12-01T${time}Z`))).toBe(state)
})
