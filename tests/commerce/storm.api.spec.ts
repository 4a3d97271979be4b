import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { given } from '../support/given.ts'
import { seed } from '../support/seed.ts'
import { expectInvariants } from './invariants.ts'
import { openShop } from './support/shop.ts'

const long = process.env.LONG === '1'
const buyers = long ? 400 : 24

const shop = given(openShop)
const log = given(() => shop.site.container.get(EventLog))

const life = fc.record({
  declined: fc.integer({ min: 0, max: 2 }),
  end: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'leave', 'cancel'),
  refunds: fc.array(fc.constantFrom(50_000, 100_000, 250_000), { maxLength: 2 }),
  dispute: fc.boolean(),
  returns: fc.boolean(),
})

describe(`a storm between Stripe and us, seed ${seed}`, () => {
  test(
    'given webhooks that are lost, doubled, late and shuffled and calls that fail, when the storm is over, then every order is what Stripe says',
    async () => {
      await shop.lab('/lab/chaos', {
        seed: String(seed),
        webhooks: [
          { fault: 'drop', rate: 0.3 },
          { fault: 'duplicate', copies: 5, rate: 0.5 },
          { fault: 'reorder', ms: 400, rate: 0.5 },
          { fault: 'delay', ms: 500, rate: 0.3 },
        ],
        requests: [
          { match: { path: '/v1/*' }, fault: 'cut', when: 'after', rate: 0.03 },
          { match: { path: '/v1/*' }, fault: 'answer', status: 500, when: 'before', rate: 0.05 },
          { match: { path: '/v1/*' }, fault: 'answer', status: 429, when: 'before', rate: 0.03 },
        ],
        concurrency: 16,
      })
      const lives = fc.sample(life, { numRuns: buyers, seed })
      const expected = new Map<string, { status: string; refunded: number }>()
      const again = async <T>(work: () => Promise<T>): Promise<T> => {
        for (let tries = 0; ; tries += 1) {
          try {
            return await work()
          } catch (error) {
            if (tries >= 20) throw error
          }
        }
      }
      const live = async (lived: (typeof lives)[number]) => {
        const buyer = await shop.buyer()
        const { body } = await again(async () => {
          const answer = await shop.checkout(buyer)
          if (answer.status !== 200) throw new Error(answer.text)
          return answer
        })
        const { id: intentId, clientSecret } = body.paymentIntent
        for (let i = 0; i < lived.declined; i += 1)
          await again(() => shop.pay(clientSecret, 'pm_card_chargeDeclined'))
        if (lived.end === 'pay') await shop.lab(`/lab/objects/${intentId}/pay`, {})
        if (lived.end === 'cancel') await shop.lab(`/lab/objects/${intentId}/cancel`, {})
        if (lived.returns) await buyer.http.get(`/api/checkout/verify-payment-intent/${intentId}`)
        let refunded = 0
        if (lived.end === 'pay') {
          if (lived.dispute) await shop.lab(`/lab/objects/${intentId}/dispute`, {})
          for (const amount of lived.refunds) {
            if (lived.dispute || refunded + amount > 250_000) continue
            await shop.lab(`/lab/objects/${intentId}/refund`, { amount })
            refunded += amount
          }
        }
        const paid = refunded === 250_000 ? 'refunded' : 'completed'
        const status = { pay: paid, leave: 'pending', cancel: 'cancelled' }[lived.end]
        expected.set(body.order.id, { status, refunded })
      }
      for (let from = 0; from < lives.length; from += 8)
        await Promise.all(lives.slice(from, from + 8).map(live))

      await shop.lab('/lab/chaos', {})
      await shop.inbox.idle()
      // Past the hour in which the product asks for what could not be delivered.
      await shop.advance(66 * 60_000)
      await shop.reconciler.tick()
      const staff = await shop.staff()
      const { body } = await staff.post('/api/finance/reconciliation/run')
      expect(body.report.error).toBeNull()
      for (const { id, action } of body.open)
        await staff.post(`/api/finance/reconciliation/differences/${id}/settle`, { action })
      await shop.inbox.idle()

      const rows = await shop.sql.query<{ id: string; status: string; refunded_minor: string }>(
        'select id, status, refunded_minor from commerce_order',
      )
      const told = new Map(
        rows.map((row) => [row.id, { status: row.status, refunded: Number(row.refunded_minor) }]),
      )
      expect(told).toEqual(expected)
      await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
      const second = await staff.post('/api/finance/reconciliation/run')
      expect(second.body).toMatchObject({ report: { found: 0 }, open: [] })
    },
    long ? 600_000 : 120_000,
  )
})
