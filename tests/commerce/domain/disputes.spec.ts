import { describe, expect, test } from 'vitest'
import { disputeStanding } from '../../../src/modules/commerce/domain/disputes.ts'
import { dispute, intent, orderWith } from '../support/orders.ts'

const paid = intent({ state: 'succeeded', amountReceived: 250_000 })

describe('what a contested payment is to its buyer', () => {
  test.each([
    ['warning_needs_response', 'inquiry'],
    ['warning_under_review', 'inquiry'],
    ['warning_closed', 'closed'],
    ['prevented', null],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['a state of tomorrow', 'open'],
    ['constructor', 'open'],
  ])('given Stripe says %s, then it is %s (M-337)', (state, standing) => {
    expect(disputeStanding(orderWith(paid, dispute(state)))).toBe(standing)
  })

  test('given nobody contests it, then there is nothing to say', () => {
    expect(disputeStanding(orderWith(paid))).toBeNull()
  })

  test('given several disputes, then the gravest is shown', () => {
    const order = orderWith(paid, dispute('won'))
    const other = orderWith(paid, dispute('needs_response')).disputes.dp_1!
    const both = { ...order, disputes: { ...order.disputes, dp_2: { ...other, disputeId: 'dp_2' } } }
    expect(disputeStanding(both)).toBe('open')
  })
})
