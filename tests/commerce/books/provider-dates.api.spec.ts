import { describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { Settings } from '#platform/settings/settings.ts'
import { bookSettings } from '../../../src/modules/commerce/finance/books/book-settings.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { openShop } from '../support/shop.ts'

const shop = given(openShop)
const author = { actor: { kind: 'system', name: 'test' } } as const
const dayMs = 86_400_000

const log = given(() => shop.site.container.get(EventLog))

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()
const read = (orderId: string) => log.read(`order-${orderId}`)

describe("the dates of Stripe's clock in the log", () => {
  test('given a payment, a failed refund and a won dispute that are seen days later, then the log has the dates on which Stripe moved the money, and a further look appends nothing', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const orderId: string = body.order.id
    const intentId: string = body.paymentIntent.id
    await shop.pay(body.paymentIntent.clientSecret)
    const intent = await shop.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    const charge = intent.latest_charge as { id: string; created: number }
    await shop.advance(dayMs)
    const refund = (await shop.lab(`/lab/objects/${intentId}/refund`, {})) as { id: string; created: number }
    await shop.advance(dayMs)
    await shop.lab(`/lab/objects/${refund.id}/fail`, {})
    const failed = await shop.stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] })
    const back = failed.failure_balance_transaction as { created: number }
    await shop.advance(dayMs)
    const opened = (await shop.lab(`/lab/objects/${charge.id}/dispute`, {})) as {
      id: string
      created: number
    }
    await shop.advance(dayMs)
    await shop.lab(`/lab/objects/${opened.id}/win`)
    const { balance_transactions: moved } = await shop.stripe.disputes.retrieve(opened.id)
    await shop.advance(dayMs)

    await shop.observations.observe(intentId, author)
    const events = await read(orderId)
    const last = (type: string) => events.findLast((event) => event.type === type)
    expect(last('PaymentIntentObserved')).toMatchObject({
      data: { state: 'succeeded', paidAt: iso(charge.created) },
    })
    expect(last('RefundObserved')).toMatchObject({
      data: { state: 'failed', createdAt: iso(refund.created), failedAt: iso(back.created) },
    })
    expect(last('DisputeObserved')).toMatchObject({
      data: {
        state: 'won',
        createdAt: iso(opened.created),
        withdrawnAt: iso(moved[0]?.created ?? 0),
        reinstatedAt: iso(moved[1]?.created ?? 0),
      },
    })
    expect(back.created - refund.created).toBeGreaterThanOrEqual(86_400)
    await shop.observations.observe(intentId, author)
    expect(await read(orderId)).toHaveLength(events.length)
  })
})

describe('the books of a month', () => {
  const get = async (staff: HttpClient, path: string) => {
    const answer = await staff.get(`/api/finance/${path}`)
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    return answer
  }

  test('given a payment whose webhooks are lost, when it is recorded in a later month, then it stays in the month of its date at Stripe, marked as late, and the date of recording can be asked for', async () => {
    const { body } = await shop.checkout(await shop.buyer())
    const intentId: string = body.paymentIntent.id
    await shop.lab(`/lab/objects/${intentId}/silence`, {})
    await shop.pay(body.paymentIntent.clientSecret)
    const paid = shop.clock.now()
    await shop.advance(40 * dayMs)
    await shop.observations.observe(intentId, author)
    const recorded = shop.clock.now()
    const staff = await shop.staff()
    const entry = async (dates: string) =>
      (await get(staff, `books/entries?orderId=${body.order.id}&kind=received&dates=${dates}`)).body
    expect(await entry('stripe')).toMatchObject({
      timeZone: 'UTC',
      entries: [{ amount: '2500.00', late: true }],
    })
    const [line] = (await entry('stripe')).entries
    expect(line.bookedAt.slice(0, 10)).toBe(paid.toISOString().slice(0, 10))
    expect(line.recordedAt.slice(0, 10)).toBe(recorded.toISOString().slice(0, 10))
    const lineOf = async (dates: string, at: Date) => {
      const period = at.toISOString().slice(0, 7)
      const { lines } = (await get(staff, `books?by=month&dates=${dates}`)).body
      return lines.find((each: { period: string }) => each.period === period)
    }
    expect((await lineOf('stripe', paid)).lateEntries).toBeGreaterThan(0)
    expect((await lineOf('recorded', recorded)).lateEntries).toBe(0)
    const days = (at: Date) => `from=${at.toISOString().slice(0, 10)}&to=${at.toISOString().slice(0, 10)}`
    const total = async (dates: string, at: Date) =>
      (await get(staff, `books/entries?orderId=${body.order.id}&kind=received&dates=${dates}&${days(at)}`))
        .body.total
    expect(await total('stripe', paid)).toBe(1)
    expect(await total('stripe', recorded)).toBe(0)
    expect(await total('recorded', paid)).toBe(0)
    expect(await total('recorded', recorded)).toBe(1)
    expect((await get(staff, 'books.csv?by=month&dates=recorded')).text).toMatch(
      /^"?period \(UTC; date of recording\)/,
    )
    expect((await staff.get('/api/finance/books?dates=tomorrow')).status).toBe(400)
  })

  test('given another time zone of the books, when days are counted, then screen and files count those of the zone and name it; a name that is no zone is refused', async () => {
    const { orderId } = await shop.paidOrder()
    const settings = shop.site.container.get(Settings)
    const staff = await shop.staff()
    const [entry] = (await get(staff, `books/entries?orderId=${orderId}&kind=received`)).body.entries
    const at = new Date(entry.bookedAt)
    // 25 hours apart: a moment is never on the same day in both.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await settings.write(bookSettings, { timeZone }, 'test')
      const day = dayIn(timeZone, at)
      const { body } = await get(staff, `books?by=day&from=${day}&to=${day}`)
      expect(body.timeZone).toBe(timeZone)
      expect(body.lines.map(({ period }: { period: string }) => period)).toEqual([day])
      expect(
        (await get(staff, `books/entries?orderId=${orderId}&kind=received&from=${day}&to=${day}`)).body.total,
      ).toBe(1)
      expect((await get(staff, `books.csv?from=${day}&to=${day}`)).text).toContain(
        `period (${timeZone}; date at Stripe)`,
      )
      const [line] = (await get(staff, `books.jsonl?from=${day}&to=${day}`)).text.split('\n')
      expect(JSON.parse(line ?? '')).toMatchObject({ timeZone, dates: 'stripe', period: day })
      expect((await get(staff, `orders.csv?from=${day}&to=${day}`)).text).toContain(orderId)
      expect((await get(staff, `events.csv?from=${day}&to=${day}`)).text).toContain(orderId)
    }
    await expect(settings.write(bookSettings, { timeZone: 'Europe/Atlantis' }, 'test')).rejects.toThrow()
    await settings.write(bookSettings, { timeZone: 'UTC' }, 'test')
  })
})
