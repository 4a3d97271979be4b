import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancel, observeCreated, place } from '../../../src/modules/commerce/domain/decisions.ts'
import { standingOf } from '../../../src/modules/commerce/domain/dues.ts'
import type { OrderEvent } from '../../../src/modules/commerce/domain/events.ts'
import { fold } from '../../../src/modules/commerce/domain/order.ts'
import { openAmount, received, refunded } from '../../../src/modules/commerce/domain/payments.ts'
import { placeClaim } from '../../../src/modules/commerce/domain/place.ts'
import { statusOf } from '../../../src/modules/commerce/domain/status.ts'
import { rowOf } from '../../../src/modules/commerce/orders/order-row.ts'
import { seed } from '../../support/seed.ts'
import { expectDocuments } from '../invariants.ts'
import { orderId } from '../support/lives.ts'
import { OrderLog } from '../support/order-log.ts'
import { dispute, intent, refund } from '../support/orders.ts'
import { placedData } from '../support/placed.ts'

const runs = process.env.LONG === '1' ? 10_000 : 400
const total = 5_525_000

const step = fc.record({
  what: fc.constantFrom(
    ...(['transfer', 'transfer', 'transfer', 'withdraw', 'give-back', 'card', 'card'] as const),
    ...(['decline', 'refund', 'refund', 'refund-fails', 'dispute', 'cancel', 'release'] as const),
  ),
  /** Tenths of what is open, or of what is there to give back; more than ten is too much. */
  tenths: fc.integer({ min: 1, max: 12 }),
  which: fc.nat(5),
})
const life = fc.record({
  method: fc.constantFrom('card' as const, 'invoice' as const, 'invoice' as const),
  free: fc.integer({ min: 0, max: 20 }).map((n) => n === 0),
  steps: fc.array(step, { maxLength: 14 }),
})
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never

/** The sums that a bookkeeper would keep of the same steps, without the code under test. */
class Ledger {
  readonly transfers = new Map<string, { applied: number; withdrawn: number; back: number }>()
  readonly cards = new Map<string, { paid: number; refunds: Map<string, number> }>()

  get received(): number {
    const applied = [...this.transfers.values()].map((one) => one.applied - one.withdrawn)
    return [...applied, ...[...this.cards.values()].map(({ paid }) => paid)].reduce((a, b) => a + b, 0)
  }

  get refunded(): number {
    const cards = [...this.cards.values()].flatMap(({ refunds }) => [...refunds.values()])
    return [...cards, ...[...this.transfers.values()].map(({ back }) => back)].reduce((a, b) => a + b, 0)
  }
}

function live({ method, free, steps }: Life, check: (log: OrderLog, ledger: Ledger) => void): void {
  const data = placedData({ total: free ? 0 : total })
  const dueAt = '2026-12-23T00:00:00.000Z'
  const payment =
    method === 'card'
      ? { method, idempotencyKey: 'k0' }
      : { method, netDays: 30, dueAt, by: 'customer:buyer-1' }
  const log = new OrderLog([])
  const ledger = new Ledger()
  const of = { ...data, organizationId: 'org-1' }
  log.decide((order) => place(order, { ...of, payment }))
  check(log, ledger)
  steps.forEach(({ what, tenths, which }, i) => {
    const share = (amount: number) => Math.floor((amount * tenths) / 10)
    const transfer = [...ledger.transfers][which % Math.max(1, ledger.transfers.size)]
    const card = [...ledger.cards][which % Math.max(1, ledger.cards.size)]
    const currency = 'usd'
    const movedAt = null
    if (what === 'transfer') {
      const amount = share(openAmount(log.order)) || 1_000
      ledger.transfers.set(`tr_${i}`, { applied: amount, withdrawn: 0, back: 0 })
      log.decide(() => [
        { type: 'TransferApplied', data: { transferId: `tr_${i}`, amount, currency, movedAt } },
      ])
    }
    if (what === 'withdraw' && transfer !== undefined) {
      const [transferId, one] = transfer
      if (one.withdrawn > 0 || one.back > 0) return
      one.withdrawn = one.applied
      const data = { transferId, amount: one.applied, currency, reason: 'returned', movedAt }
      log.decide(() => [{ type: 'TransferWithdrawn', data }])
    }
    if (what === 'give-back' && transfer !== undefined) {
      const [transferId, one] = transfer
      const amount = Math.min(share(one.applied), one.applied - one.withdrawn - one.back)
      if (amount <= 0) return
      one.back += amount
      const data = { refundId: `tf_${i}`, transferId, amount, currency, reason: 'r', movedAt }
      log.decide(() => [{ type: 'TransferRefunded', data }])
    }
    if (what === 'card' || what === 'decline') {
      const amount = openAmount(log.order)
      if (amount === 0 || log.order.cancelled !== null) return
      const idempotencyKey = `k_${i}`
      const intentId = `pi_${i}`
      log.decide((order) => [
        { type: 'PaymentRequested', data: { idempotencyKey, amount } } satisfies OrderEvent,
        ...observeCreated(order, { intentId, idempotencyKey }),
      ])
      const succeeded = what === 'card'
      if (succeeded) ledger.cards.set(intentId, { paid: amount, refunds: new Map() })
      const state = succeeded ? 'succeeded' : 'canceled'
      log.tell([intent({ intentId, state, amount, amountReceived: succeeded ? amount : 0 })])
    }
    if ((what === 'refund' || what === 'refund-fails') && card !== undefined) {
      const [intentId, { paid, refunds }] = card
      const left = paid - [...refunds.values()].reduce((a, b) => a + b, 0)
      const amount = Math.min(share(paid), left)
      if (amount <= 0) return
      const refundId = `re_${i}`
      log.tell([refund({ refundId, intentId, amount })])
      if (what === 'refund') refunds.set(refundId, amount)
      else log.tell([refund({ refundId, intentId, amount, state: 'failed' })])
    }
    if (what === 'dispute' && card !== undefined) log.tell([dispute('needs_response', { intentId: card[0] })])
    if (what === 'cancel') log.decide((order) => cancel(order, 'asked for'))
    if (what === 'release' && log.order.released === null)
      log.decide(() => [{ type: 'AccessReleased', data: { by: 'staff-1', reason: 'known customer' } }])
    check(log, ledger)
  })
}

test(`given ${runs} histories of invoices, transfers, cards, refunds and cancellations, seed ${seed}, then in every prefix the sums, the documents, the row and the place are right`, () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(life, (lived) => {
      let everPaid = false
      live(lived, ({ order, events, jobs }, ledger) => {
        const status = statusOf(order)
        const paid = ['completed', 'refunded'].includes(status)
        everPaid ||= paid
        seen.add(status)
        expect(received(order)).toBe(ledger.received)
        expect(refunded(order)).toBe(ledger.refunded)
        expect(Object.values(order.transfers).reduce((sum, one) => sum + standingOf(one), 0)).toBe(
          [...ledger.transfers.values()].reduce((sum, one) => sum + one.applied - one.withdrawn, 0),
        )
        expectDocuments(order)
        expect(fold(orderId, events)).toEqual(order)
        const row = rowOf(order, events.length, { createdAt: new Date(0), updatedAt: new Date(0) })
        expect(row).toMatchObject({ open: false, organizationId: 'org-1' })
        // A date is named while something is to be paid until then, and not longer.
        const mayBePaid = !paid && status !== 'cancelled' && order.cancelled === null
        expect(row?.dueAt === null).toBe(!mayBePaid || lived.method === 'card')
        if (mayBePaid) expect(placeClaim(order)).toBe(order.released === null ? 'open' : 'paid')
        const confirmed = jobs.filter((job) => job.startsWith('commerce-order-confirmation '))
        expect(new Set(confirmed).size).toBe(everPaid ? 1 : 0)
        // Money that is there and counts is never called cancelled.
        if (status === 'cancelled') expect(openAmount(order)).toBeGreaterThanOrEqual(lived.free ? 0 : 1)
      })
    }),
    { numRuns: runs, seed },
  )
  expect([...seen].sort()).toEqual(['cancelled', 'completed', 'pending', 'refunded'])
}, 900_000)
