import { describe, expect, test } from 'vitest'
import { factsOf, type Sighting } from '../../../src/modules/commerce/domain/facts.ts'
import { digest } from '../support/digest.ts'

const orderId = '0f8fad5b-d9cb-469f-a165-70867728950e'
const november = 1_795_219_200

/** A payment of November 21 with a refund that failed two days later and a dispute that was won. */
const sighting: Sighting = {
  intent: {
    id: 'pi_1',
    status: 'succeeded',
    amount: 250_000,
    amount_received: 250_000,
    currency: 'usd',
    latest_charge: { id: 'ch_1', created: november },
    last_payment_error: null,
    metadata: { app: 'veralead', order_id: orderId },
  },
  attempts: 1,
  refunds: [
    {
      id: 're_1',
      status: 'failed',
      amount: 250_000,
      currency: 'usd',
      reason: null,
      created: november + 86_400,
      failure_balance_transaction: { created: november + 3 * 86_400 },
      metadata: null,
    },
  ],
  disputes: [
    {
      id: 'dp_1',
      status: 'won',
      amount: 250_000,
      currency: 'usd',
      reason: 'general',
      created: november + 4 * 86_400,
      balance_transactions: [
        { amount: -250_000, created: november + 4 * 86_400 + 1 },
        { amount: 250_000, created: november + 6 * 86_400 },
      ],
    },
  ],
}

describe("the dates of Stripe's clock", () => {
  test('given a payment, a refund that failed and a dispute that was won, then each fact has the dates on which its money moved', () => {
    const [payment, refund, dispute] = factsOf(sighting, digest)
    expect(payment?.data).toMatchObject({ paidAt: '2026-11-21T00:00:00.000Z' })
    expect(refund?.data).toMatchObject({
      createdAt: '2026-11-22T00:00:00.000Z',
      failedAt: '2026-11-24T00:00:00.000Z',
    })
    expect(dispute?.data).toMatchObject({
      createdAt: '2026-11-25T00:00:00.000Z',
      withdrawnAt: '2026-11-25T00:00:01.000Z',
      reinstatedAt: '2026-11-27T00:00:00.000Z',
    })
  })

  test('given a payment that has not succeeded, then its charge is no date of a payment', () => {
    const intent = { ...sighting.intent, status: 'processing', amount_received: 0 }
    const [payment] = factsOf({ ...sighting, intent }, digest)
    expect(payment?.data).toMatchObject({ paidAt: null })
  })
})
