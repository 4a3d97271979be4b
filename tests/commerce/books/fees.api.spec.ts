import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { ProviderFees } from '../../../src/modules/commerce/finance/books/provider-fees.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { lostOrder } from '../support/lost-orders.ts'
import { openShop } from '../support/shop.ts'

const hour = 3_600_000
const day = 24 * hour
const shop = given(openShop)
beforeAll(async () => {
  // Fees only: what the reconciler records has tests of its own.
  await shop.reconciler.stop()
})
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
  await shop.lab('/lab/rights', { withhold: [] })
})

/** Minor units of the fees that the log has for a payment. */
async function feesOf(intentId: string): Promise<number[]> {
  const rows = await shop.sql.query<{ fee: number }>(
    `select (data->>'fee')::int as fee from es.events where type = 'ProviderFeeObserved' and data->>'intentId' = $1`,
    [intentId],
  )
  return rows.map(({ fee }) => fee)
}
const collected = async () => {
  const answer = await (await shop.staff()).post('/api/finance/books/fees')
  expect(answer.status, answer.text).toBe(200)
  return answer.body.recorded as number
}
/** Collects until the payment has its fee. The job of the hour may be at it as well: the slower one leaves the rest to the other. */
const collectedOf = (intentId: string) =>
  eventually(async () => {
    await collected()
    const fees = await feesOf(intentId)
    return fees.length > 0 && fees
  }, 20)
const mark = async () =>
  (await shop.sql.query<{ until: Date }>('select collected_until as until from commerce_fee_mark'))[0]?.until

describe('the fees of the provider', () => {
  test('given Stripe that lists no movements for forty days, when it does again, then the fees of the whole time are recorded within the hour, and the mark stays where it was until then', async () => {
    const first = await shop.paidOrder()
    expect(await collectedOf(first.intentId)).toEqual([7_280])
    const before = await mark()
    const second = await shop.paidOrder()
    const path = '/v1/balance_transactions'
    await shop.lab('/lab/chaos', { requests: [{ match: { path }, fault: 'answer', status: 500 }] })
    await expect(shop.site.container.get(ProviderFees).collect()).rejects.toThrow('does not answer')
    await shop.advance(40 * day)
    await expect(shop.site.container.get(ProviderFees).collect()).rejects.toThrow('does not answer')
    expect(await mark()).toEqual(before)
    await shop.lab('/lab/chaos', {})
    // The job of the hour, not a person.
    await shop.advance(hour)
    await eventually(async () => (await feesOf(second.intentId)).length > 0, 20)
    expect(await feesOf(second.intentId)).toEqual([7_280])
    expect(await feesOf(first.intentId)).toEqual([7_280])
    const isRecent = async () => shop.clock.now().getTime() - ((await mark())?.getTime() ?? 0) < 2 * hour
    await eventually(isRecent, 20)
    expect(await collected()).toBe(0)
  })

  test('given an installation without a mark, when fees are collected, then they are from the first order on', async () => {
    const { intentId } = await shop.paidOrder()
    await shop.lab('/lab/rights', { withhold: ['balance_transactions'] })
    await shop.advance(60 * day)
    await shop.sql.query('update commerce_fee_mark set collected_until = null')
    await shop.lab('/lab/rights', { withhold: [] })
    expect(await collectedOf(intentId)).toEqual([7_280])
  })

  test('given more movements than one page holds, when fees are collected, then those of the last page are among them', async () => {
    const { intentId } = await shop.paidOrder()
    const card = { payment_method: 'pm_card_visa', confirm: true, return_url: shop.url } as const
    for (let i = 0; i < 110; i += 1)
      await shop.stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...card })
    expect(await collectedOf(intentId)).toEqual([7_280])
  })

  test('given a lost order that is taken over after its fees were passed by, when fees are collected, then its own are recorded', async () => {
    const lost = await lostOrder(shop, crypto.randomUUID(), 'pm_card_visa')
    await collected()
    await shop.advance(20 * day)
    expect(await collected()).toBe(0)
    const staff = await shop.staff()
    const { body } = await staff.post('/api/finance/reconciliation/run')
    const found = body.open.find((one: { intentId: string }) => one.intentId === lost.intentId)
    const path = `/api/finance/reconciliation/differences/${found.id}/settle`
    expect(await feesOf(lost.intentId)).toEqual([])
    expect((await staff.post(path, { action: 'take-over' })).status).toBe(200)
    expect(await collectedOf(lost.intentId)).toEqual([7_280])
  })
})

describe('a key that may not read balance transactions', () => {
  test('given such a key, when fees are collected, then the books say so until it may; a comparison goes on without', async () => {
    const { intentId } = await shop.paidOrder()
    await shop.lab('/lab/rights', { withhold: ['balance_transactions'] })
    const staff = await shop.staff()
    const refused = await staff.post('/api/finance/books/fees')
    expect(refused.status).toBe(503)
    expect(refused.body.code).toBe('PAYMENT_PROVIDER_RIGHT_MISSING')
    const trouble = async () => (await staff.get('/api/finance/books')).body.feesTrouble
    expect(await trouble()).toBe('The key may not read balance transactions, so fees are not collected.')
    const compared = await staff.post('/api/finance/reconciliation/run')
    expect(compared.body.report).toMatchObject({ error: null })
    await shop.lab('/lab/rights', { withhold: [] })
    expect(await collectedOf(intentId)).toEqual([7_280])
    expect(await trouble()).toBeNull()
    expect((await shop.site.container.get(EventLog).verify()).ok).toBe(true)
  })
})
