import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#platform/kernel/error.ts'
import { cancel, observe, observeCreated, place } from '../../../../src/modules/commerce/domain/decisions.ts'
import type { OrderEvent } from '../../../../src/modules/commerce/domain/events.ts'
import { evolve, fold, newOrder, type Order } from '../../../../src/modules/commerce/domain/order.ts'
import { openAmount, received, refunded } from '../../../../src/modules/commerce/domain/payments.ts'
import {
  movesOf,
  returnTransfer,
  type TransferEvent,
  type UseEvent,
} from '../../../../src/modules/commerce/domain/transfer.ts'
import {
  applyTransfer,
  refundTransfer,
  withdrawTransfer,
} from '../../../../src/modules/commerce/domain/transfer-uses.ts'
import { consequencesOf } from '../../../../src/modules/commerce/orders/consequences.ts'
import { seed } from '../../../support/seed.ts'
import { dispute, intent, refund } from '../../support/orders.ts'
import { placedData } from '../../support/placed.ts'

const runs = process.env.LONG === '1' ? 10_000 : 300
const total = 250_000
const reason = 'as it was'

const step = fc.record({
  what: fc.constantFrom(
    ...(['transfer', 'transfer', 'apply', 'apply', 'apply', 'apply', 'part', 'withdraw', 'refund'] as const),
    ...(['return', 'return', 'reverse', 'card', 'dispute', 'card-refund', 'cancel'] as const),
  ),
  /** Of the orders and of the transfers. */
  order: fc.nat(2),
  transfer: fc.nat(3),
  amount: fc.constantFrom(1, 50_000, 125_000, 250_000, 300_000),
})

/** The log in memory: events of three orders and of their transfers, and the sums of the ledger. */
class World {
  readonly orders: Order[] = []
  readonly events: OrderEvent[][] = []
  readonly transfers: { amount: number; applied: number; returned: number; events: TransferEvent[] }[] = []

  constructor() {
    for (const [at, currency] of ['usd', 'usd', 'eur'].entries()) {
      this.orders.push(newOrder(`order-${at}`))
      this.events.push([])
      const payment = { method: 'invoice' as const, netDays: 30, dueAt: '2026-12-23T00:00:00.000Z', by: 'b' }
      this.append(
        at,
        place(newOrder(''), { ...placedData({ total, currency }), organizationId: 'o', payment }),
      )
    }
  }

  append(at: number, decided: readonly OrderEvent[]): void {
    const after = decided.reduce(evolve, this.orders[at]!)
    const all = [...decided, ...consequencesOf(after)]
    this.orders[at] = all.reduce(evolve, this.orders[at]!)
    this.events[at]!.push(...all)
  }

  /** As the rows of the ledger are moved: with the event, and refused when more than its amount would be spent. */
  spend(id: number, event: UseEvent | TransferEvent): void {
    const one = this.transfers[id]!
    const { applied, returned } = movesOf(event)
    one.applied += applied
    one.returned += returned
  }

  standing(id: number) {
    const { amount, applied, returned } = this.transfers[id]!
    return { id: `t${id}`, currency: 'usd', bookedOn: '2026-11-20', unassigned: amount - applied - returned }
  }

  use(at: number, id: number, decide: (order: Order) => UseEvent[]): void {
    const decided = decide(this.orders[at]!)
    for (const event of decided) this.spend(id, event)
    this.append(at, decided)
  }

  return(id: number, returnId: string, amount: number): void {
    const event = returnTransfer(this.standing(id), { returnId, amount, reason, movedAt, by: 's' })
    this.spend(id, event)
    this.transfers[id]!.events.push(event)
  }
}

const movedAt = '2026-11-23T10:00:00.000Z'

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function take(world: World, { what, order: at, transfer, amount }: Step, i: number): void {
  if (what === 'transfer') {
    const data = {
      amount,
      currency: 'usd',
      source: 'statement',
      digest: `d${i}`,
      bookedOn: '2026-11-20',
    } as const
    world.transfers.push({ amount, applied: 0, returned: 0, events: [{ type: 'TransferObserved', data }] })
    return
  }
  const order = world.orders[at]!
  if (what === 'card') {
    const open = openAmount(order)
    if (open === 0 || order.cancelled !== null) return
    const made = { intentId: `pi_${i}`, idempotencyKey: `k_${i}` }
    const currency = order.placed!.currency
    world.append(at, [
      { type: 'PaymentRequested', data: { idempotencyKey: made.idempotencyKey, amount: open } },
      ...observeCreated(order, made),
      intent({ intentId: made.intentId, orderId: order.id, amount: open, amountReceived: open, currency }),
    ])
    return
  }
  const [paid] = Object.keys(order.intents)
  if (what === 'dispute' && paid) world.append(at, observe(order, [dispute('lost', { intentId: paid })]))
  if (what === 'card-refund' && paid)
    world.append(at, observe(order, [refund({ refundId: `re_${i}`, intentId: paid, amount: 1 })]))
  if (what === 'cancel') world.append(at, cancel(order, reason))
  if (world.transfers.length === 0) return
  const id = transfer % world.transfers.length
  if (what === 'apply') world.use(at, id, (one) => applyTransfer(one, world.standing(id), null))
  if (what === 'part') world.use(at, id, (one) => applyTransfer(one, world.standing(id), amount))
  if (what === 'withdraw') world.use(at, id, (one) => withdrawTransfer(one, `t${id}`, { reason, movedAt }))
  if (what === 'refund')
    world.use(at, id, (one) =>
      refundTransfer(one, `t${id}`, { refundId: `tr_${i}`, amount, reason: 'r', movedAt }),
    )
  if (what === 'return') world.return(id, `r_${i}`, amount)
  if (what !== 'reverse') return
  for (const one of [0, 1, 2])
    world.use(one, id, (had) => withdrawTransfer(had, `t${id}`, { reason, movedAt }))
  world.return(id, `r_${i}`, world.standing(id).unassigned)
}

/** What the log says of a transfer: what `ledger-of-log.ts` adds up, event by event. */
function told(world: World, id: number) {
  const sums = { applied: 0, returned: 0 }
  const own = world.transfers[id]!.events
  const used = world.events.flat().filter((event): event is UseEvent => event.type.startsWith('Transfer'))
  for (const event of [...own, ...used.filter(({ data }) => data.transferId.split('.')[0] === `t${id}`)]) {
    const { applied, returned } = movesOf(event)
    sums.applied += applied
    sums.returned += returned
  }
  return sums
}

test(`given ${runs} histories of transfers, cards, refunds and disputes of three orders, seed ${seed}, then in every prefix received is applied, unassigned and returned`, () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
      const world = new World()
      for (const [i, one] of steps.entries()) {
        try {
          take(world, one, i)
          seen.add(one.what)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
        let [applied, standing] = [0, 0]
        for (const [id, { amount, ...sums }] of world.transfers.entries()) {
          expect(told(world, id)).toEqual({ applied: sums.applied, returned: sums.returned })
          const { unassigned } = world.standing(id)
          for (const part of [sums.applied, sums.returned, unassigned]) expect(part).toBeGreaterThanOrEqual(0)
          expect(sums.applied + unassigned + sums.returned).toBe(amount)
          applied += sums.applied
        }
        for (const [at, order] of world.orders.entries()) {
          expect(fold(order.id, world.events[at]!)).toEqual(order)
          // Transfers never bring more than an order lacks, so that nothing of it has to go back.
          expect(received(order)).toBeLessThanOrEqual(total)
          const cards = Object.values(order.intents).reduce(
            (sum, { receipts }) => sum + (receipts[0]?.amountReceived ?? 0),
            0,
          )
          const cardRefunds = Object.values(order.refunds).reduce((sum, back) => sum + back.amount, 0)
          standing += received(order) - refunded(order) - cards + cardRefunds
        }
        // What the transfers say that orders have is what the orders say that they have.
        expect(applied).toBe(standing)
      }
    }),
    { numRuns: runs, seed },
  )
  expect(seen.size).toBe(11)
}, 900_000)
