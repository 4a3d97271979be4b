import { expect, test } from 'vitest'
import { typedAmount } from '../../src/modules/commerce/finance/search/typed-amount.ts'

test.each([
  ['$2,500.00', 250_000, true],
  ['€2500', 250_000, true],
  ['2500.00', 250_000, true],
  ['2500', 250_000, false],
])('given %s in a search, then it is an amount', (typed, minor, certain) => {
  expect(typedAmount(typed)).toMatchObject({ minor, certain })
})

test.each(['b5088035', 'E1234567', 'inv', ''])('given %s in a search, then it is no amount', (typed) => {
  expect(typedAmount(typed)).toBeUndefined()
})
