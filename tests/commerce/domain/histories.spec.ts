import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { observe } from '../../../src/modules/commerce/domain/decisions.ts'
import { isDisputed } from '../../../src/modules/commerce/domain/disputes.ts'
import { evolve, fold, type Order } from '../../../src/modules/commerce/domain/order.ts'
import { countedPayments, received, refunded } from '../../../src/modules/commerce/domain/payments.ts'
import { type OrderStatus, statusOf } from '../../../src/modules/commerce/domain/status.ts'
import { rowOf } from '../../../src/modules/commerce/orders/order-row.ts'
import { seed } from '../../support/seed.ts'
import { expectDocuments } from '../invariants.ts'
import { type History, history } from '../support/histories.ts'
import { orderId, total } from '../support/lives.ts'
import { OrderLog } from '../support/order-log.ts'

const runs = process.env.LONG === '1' ? 10_000 : 500

/** Everybody in a batch decides on the order as it was before the batch; then all their news are stored. */
function deliver({ begun, batches, look }: History) {
  let order = fold(orderId, begun)
  for (const batch of batches) {
    const before = order
    const news = batch.flatMap((told) => observe(before, [told.fact]))
    order = news.reduce(evolve, order)
  }
  return observe(order, look).reduce(evolve, order)
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

interface Standing {
  order: Order
  /** Invoice less credit notes plus debit notes, in minor units. */
  invoiced: number
}

const sum = (notes: Record<string, { amount: number }>): number =>
  Object.values(notes).reduce((all, { amount }) => all + amount, 0)

/** What holds after every append, given what held before it. */
function expectStanding(log: OrderLog, before: Standing): Standing {
  const { order, events, jobs } = log
  if (order === before.order) return before
  expectDocuments(order)
  // I1 and I2: every payment of the right amount counts for the order, and nothing else completes it.
  const paid = Object.values(order.intents).filter(({ state }) => state === 'succeeded')
  expect(countedPayments(order)).toEqual(paid)
  expect(['completed', 'refunded'].includes(statusOf(order))).toBe(paid.length > 0)
  // I3: a second payment is flagged.
  expect(Object.values(order.flags).filter(({ reason }) => reason === 'surplus')).toHaveLength(
    Math.max(0, paid.length - 1),
  )
  // I4, I6 and I8: the order and its row are the fold of the log, which only grew.
  const span = { createdAt: new Date(0), updatedAt: new Date(0) }
  const refolded = fold(orderId, events)
  expect(refolded).toEqual(order)
  expect(rowOf(refolded, events.length, span)).toEqual(rowOf(order, events.length, span))
  // I7: one confirmation, and one mail for each refund that went through.
  const owed = (queue: string) => jobs.filter((job) => job.startsWith(`${queue} `))
  expect(owed('commerce-order-confirmation')).toHaveLength(paid.length > 0 ? 1 : 0)
  const settled = new Set([...Object.keys(order.creditNotes), ...Object.keys(order.surplusReturns)])
  expect(owed('commerce-refund-mail').sort()).toEqual(
    [...settled].map((refundId) => `commerce-refund-mail order-refund-${refundId}`).sort(),
  )
  const failed = [...settled].filter((id) => ['failed', 'canceled'].includes(order.refunds[id]?.state ?? ''))
  expect(owed('commerce-refund-failed-mail').sort()).toEqual(
    failed.map((refundId) => `commerce-refund-failed-mail order-refund-failed-${refundId}`).sort(),
  )
  // Documents are credited with no more than has to be: what is kept still covers what they say.
  const invoiced = order.invoice === null ? 0 : total - sum(order.creditNotes) + sum(order.debitNotes)
  const was = before.order.invoice === null && order.invoice !== null ? total : before.invoiced
  const withdrawn = sum(order.debitNotes) - sum(before.order.debitNotes)
  const back = Object.values(order.refunds).filter(
    ({ state, intentId }) => state === 'succeeded' && paid.some((one) => one.intentId === intentId),
  )
  const kept = received(order) - back.reduce((all, { amount }) => all + amount, 0)
  expect(invoiced).toBe(Math.min(was + withdrawn, kept))
  for (const [refundId, note] of Object.entries(before.order.creditNotes))
    expect(order.creditNotes[refundId]).toEqual(note)
  return { order, invoiced }
}

/** Every edit that was seen is flagged, once, whatever was seen of it first. */
function expectFlags(h: History, order: Order): void {
  const seen = [...h.batches.flat().flatMap(({ look }) => look), ...h.look]
  const edited = seen.some((fact) => fact.type === 'PaymentIntentObserved' && fact.data.orderId !== orderId)
  const flags = Object.values(order.flags)
    .map(({ reason }) => reason)
    .filter((reason) => reason !== 'refund-refused' && reason !== 'refund-failed' && reason !== 'surplus')
  expect(flags).toEqual(edited ? ['order-edited'] : [])
}

describe(`P-1, seed ${seed}, ${runs} histories`, () => {
  test('given any life of a payment, when it is reported 1 to 5 times each, shuffled and in parallel batches, then status and sums are right', () => {
    fc.assert(
      fc.property(history, (h) => {
        const order = deliver(h)
        expect({ status: statusOf(order), received: received(order), refunded: refunded(order) }).toEqual(
          h.expected,
        )
      }),
      { numRuns: runs, seed },
    )
  })

  test('given any life of a payment, when it is recorded, then after every append the row, the documents and the jobs are right', () => {
    fc.assert(
      fc.property(history, (h) => {
        const log = new OrderLog(h.begun)
        let standing: Standing = { order: log.order, invoiced: 0 }
        h.batches.flat().forEach(({ look }, i) => {
          log.tell(look)
          standing = expectStanding(log, standing)
          if (h.refusals[i]) log.refuse()
          standing = expectStanding(log, standing)
        })
        log.tell(h.look)
        expectStanding(log, standing)
        const { order } = log
        expect({
          status: statusOf(order),
          received: received(order),
          refunded: refunded(order),
          disputed: isDisputed(order),
        }).toEqual({ ...h.expected, disputed: h.disputed })
        expectFlags(h, order)
      }),
      { numRuns: runs, seed },
    )
  }, 900_000)

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
