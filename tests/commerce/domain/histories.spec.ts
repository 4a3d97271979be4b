import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hear } from '../../../src/modules/commerce/domain/decisions.ts'
import { evolve, newOrder } from '../../../src/modules/commerce/domain/order.ts'
import { received, refunded } from '../../../src/modules/commerce/domain/payments.ts'
import { type OrderStatus, statusOf } from '../../../src/modules/commerce/domain/status.ts'
import { type History, history, orderId, type Told, total } from '../support/histories.ts'

const runs = process.env.LONG === '1' ? 10_000 : 500
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

const placed = evolve(newOrder(orderId), {
  type: 'OrderPlaced',
  data: {
    buyerId: 'b1',
    productId: 'p1',
    productName: 'Authentic Leader Certification',
    unitPrice: total,
    currency: 'usd',
    answers: {},
    termsVersion: null,
  },
})

/** Everybody in a batch decides on the order as it was before the batch; then all their news are stored. */
function deliver(batches: Told[][]) {
  let order = placed
  for (const batch of batches) {
    const before = order
    const news = batch.flatMap((told) => hear(before, [told.fact]))
    order = news.reduce(evolve, order)
  }
  return order
}

const arrived = (h: History) => h.batches.flat()

const naive: Record<string, (h: History) => OrderStatus> = {
  'last event wins': (h) => arrived(h).at(-1)?.naive.status ?? 'pending',
  'sort by created': (h) =>
    arrived(h)
      .sort((a, b) => a.created - b.created)
      .at(-1)?.naive.status ?? 'pending',
  'max of amount_refunded': (h) => {
    const states = arrived(h).map((told) => told.naive.intentState)
    const back = Math.max(0, ...arrived(h).map((told) => told.naive.amountRefunded ?? 0))
    if (states.includes('succeeded')) return back >= total ? 'refunded' : 'completed'
    return h.expected.status
  },
}

describe(`P-1, seed ${seed}, ${runs} histories`, () => {
  test('given any life of a payment, when it is told 1 to 5 times each, shuffled and in parallel batches, then status and sums are right', () => {
    fc.assert(
      fc.property(history, (h) => {
        const order = deliver(h.batches)
        expect({ status: statusOf(order), received: received(order), refunded: refunded(order) }).toEqual(
          h.expected,
        )
      }),
      { numRuns: runs, seed },
    )
  })

  test.each(Object.keys(naive))(
    'given the same histories, when the status is read as "%s", then it is wrong',
    (name) => {
      const read = naive[name] as (h: History) => OrderStatus
      const histories = fc.sample(history, { numRuns: runs, seed })
      const wrong = histories.filter((h) => read(h) !== h.expected.status).length
      console.log(`naive "${name}": ${wrong} of ${runs} wrong (${((100 * wrong) / runs).toFixed(1)} %)`)
      expect(wrong).toBeGreaterThan(0)
    },
  )
})
