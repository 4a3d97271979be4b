import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocate,
  type CashMovement,
  type CashTransaction,
} from '../../../src/modules/commerce/domain/cash-balance.ts'

const one = (id: string, type: string, amount: number, intentId: string | null = null): CashTransaction => ({
  ...{ id, type, amount, intentId, currency: 'eur', createdAt: '2026-11-20T10:00:00.000Z' },
  sender: { name: null, account: null, remittance: '' },
})

/** Steps as Stripe can make them: no payment takes more than there is, and an overdraft is made good at once. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('fund', 'fund', 'apply', 'unapply', 'reverse', 'return', 'sweep'),
    amount: fc.integer({ min: 1, max: 6 }),
    intent: fc.constantFrom('pi_1', 'pi_2'),
  }),
  { maxLength: 25 },
)

function lived(asked: { what: string; amount: number; intent: string }[]): CashTransaction[] {
  const all: CashTransaction[] = []
  const held = new Map<string, number>()
  let available = 0
  let paid = 0
  const add = (type: string, amount: number, intentId: string | null = null): void => {
    available += amount
    all.push(one(`t${all.length}`, type, amount, intentId))
  }
  for (const { what, amount, intent } of asked) {
    const has = held.get(intent) ?? 0
    if (what === 'fund') add('funded', amount)
    if (what === 'apply' && available >= amount) {
      add('applied_to_payment', -amount, intent)
      held.set(intent, has + amount)
      paid += amount
    }
    if (what === 'unapply' && has > 0) {
      const back = Math.min(has, amount)
      add('unapplied_from_payment', back, intent)
      held.set(intent, has - back)
      paid -= back
    }
    if ((what === 'return' || what === 'sweep') && available >= amount)
      add(what === 'return' ? 'return_initiated' : 'transferred_to_balance', -amount)
    if (what === 'reverse' && available + paid >= amount) {
      const missing = Math.max(0, amount - available)
      add('funding_reversed', -amount)
      if (missing > 0) {
        add('adjusted_for_overdraft', missing)
        // Which payment lost it is the ledger's to say: none of them is asked again here.
        paid -= missing
        held.clear()
      }
    }
  }
  return all
}

/** What the ledger holds of each transfer after these movements. */
function ledgerOf(movements: readonly CashMovement[]) {
  const transfers = new Map<string, { amount: number; unassigned: number; returned: number }>()
  const uses = new Map<string, number>()
  for (const move of movements) {
    if (move.kind === 'observe') {
      const { id, amount } = move.funding
      transfers.set(id, { amount, unassigned: amount, returned: 0 })
      continue
    }
    const transfer = transfers.get(move.funding)!
    const use = move.kind === 'return' ? '' : `${move.funding}.${move.useId}`
    if (move.kind === 'return') {
      transfer.unassigned -= move.amount
      transfer.returned += move.amount
    }
    if (move.kind === 'apply') {
      expect(uses.has(use)).toBe(false)
      uses.set(use, move.amount)
      transfer.unassigned -= move.amount
    }
    if (move.kind === 'withdraw') {
      transfer.unassigned += uses.get(use)!
      uses.set(use, 0)
    }
    expect(transfer.unassigned).toBeGreaterThanOrEqual(0)
  }
  const applied = [...uses.values()].reduce((sum, each) => sum + each, 0)
  return { transfers: [...transfers.values()], applied }
}

describe('a cash balance as the ledger', () => {
  test('given any life of a balance, then what is unassigned is what Stripe says is available, and nothing is spent twice', () => {
    fc.assert(
      fc.property(steps, (asked) => {
        const all = lived(asked)
        const { transfers, applied } = ledgerOf(allocate(all))
        const available = all.reduce((sum, { amount }) => sum + amount, 0)
        const unassigned = transfers.reduce((sum, each) => sum + each.unassigned, 0)
        expect(unassigned).toBe(available)
        const returned = transfers.reduce((sum, each) => sum + each.returned, 0)
        const amount = transfers.reduce((sum, each) => sum + each.amount, 0)
        expect(amount).toBe(applied + unassigned + returned)
        const ids = allocate(all).map((move) => ('returnId' in move ? move.returnId : ''))
        const returns = ids.filter((id) => id !== '')
        expect(new Set(returns).size).toBe(returns.length)
      }),
      { numRuns: 2_000 },
    )
  })

  test('given a list that has become longer, then what the shorter one said stays', () => {
    fc.assert(
      fc.property(steps, fc.nat(25), (asked, length) => {
        const all = lived(asked)
        const before = allocate(all.slice(0, length))
        expect(allocate(all).slice(0, before.length)).toEqual(before)
      }),
      { numRuns: 1_000 },
    )
  })

  test('given money that a payment took, when its funding is reversed, then that transfer is taken back and no other one', () => {
    const moves = allocate([
      one('t1', 'funded', 100),
      one('t2', 'applied_to_payment', -100, 'pi_1'),
      one('t3', 'funded', 70),
      one('t4', 'applied_to_payment', -70, 'pi_2'),
      one('t5', 'funding_reversed', -100),
      one('t6', 'adjusted_for_overdraft', 100),
    ])
    expect(moves.slice(4)).toMatchObject([
      { kind: 'withdraw', funding: 't1', intentId: 'pi_1' },
      { kind: 'return', funding: 't1', amount: 100, reason: 'The bank took it back' },
    ])
  })
})
