import { expect, test } from 'vitest'
import { holdsPlace } from '../../../src/modules/commerce/domain/place.ts'
import { dispute, intent, orderWith, refund } from '../support/orders.ts'

test.each([
  ['is not paid', orderWith(), false],
  ['is paid', orderWith(intent()), true],
  ['is paid in part', orderWith(intent({ amountReceived: 100_000 })), false],
  ['is refunded in part', orderWith(intent(), refund({ amount: 100_000 })), true],
  ['is refunded in full', orderWith(intent(), refund()), false],
  ['is contested', orderWith(intent(), dispute('needs_response')), true],
  ['was contested without success', orderWith(intent(), dispute('won')), true],
  ['was taken back by the bank', orderWith(intent(), dispute('lost')), false],
])('given an order that %s, then it holds a place or not', (_what, order, held) => {
  expect(holdsPlace(order)).toBe(held)
})
