import { expect, test } from 'vitest'
import { typedAmount } from '../../src/modules/commerce/orders/typed-amount.ts'

test.each([
  ['$2,500.00', 250_000, true],
  ['€2500', 250_000, true],
  ['2500.00', 250_000, true],
  ['2500', 250_000, false],
  ['2,500', 250_000, true],
  ['2 500', 250_000, true],
  ["2'500.00", 250_000, true],
  ['2.500,00 €', 250_000, true],
  ['2500,00', 250_000, true],
  ['USD 2,500', 250_000, true],
  ['2500 eur', 250_000, true],
])('given %s in a search, then it is an amount', (typed, minor, certain) => {
  expect(typedAmount(typed)).toMatchObject({ minor, certain })
})

test.each(['b5088035', 'E1234567', 'inv', '', 'box 500', 'inv118', '#118', '2500 to', '12 34', '1.2.3'])(
  'given %s in a search, then it is no amount',
  (typed) => {
    expect(typedAmount(typed)).toBeUndefined()
  },
)
