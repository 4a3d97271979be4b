import { describe, expect, test } from 'vitest'
import { currentVersion, type Upcasters, upcastData } from '../../../src/modules/commerce/domain/upcasters.ts'

const known: Upcasters = {
  PriceSaid: [
    (data) => ({ amount: data.price, currency: 'usd' }),
    ({ amount, ...rest }) => ({ ...rest, minor: Number(amount) * 100 }),
  ],
}

describe('upcasters', () => {
  test('given a type with two upcasters, then it is written as version 3, and one without as version 1', () => {
    expect(currentVersion('PriceSaid', known)).toBe(3)
    expect(currentVersion('OrderTeleported', known)).toBe(1)
  })

  test.each([
    [1, { price: 5 }],
    [2, { amount: 5, currency: 'usd' }],
    [3, { minor: 500, currency: 'usd' }],
  ])(
    'given data of version %i, when it is read, then it goes through each later upcaster once',
    (schemaVersion, data) => {
      const stored = { type: 'PriceSaid', schemaVersion, data }
      expect(upcastData(stored, known)).toEqual({ minor: 500, currency: 'usd' })
      expect(stored.data).toEqual(data)
    },
  )

  test.each([0, 4, 1.5])('given version %d, then it is refused by its type and version', (schemaVersion) => {
    expect(() => upcastData({ type: 'PriceSaid', schemaVersion, data: {} }, known)).toThrow(
      `PriceSaid version ${schemaVersion} cannot be read; this release knows 3`,
    )
  })
})
