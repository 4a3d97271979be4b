import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())

interface Money {
  currency: string
  minor: number
  price: string
  refunded: string
  left: string
  /** Stripe's 2.9 % and 30 minor units. */
  fee: string
  net: string
  /** As documents and mails write it. */
  shown: RegExp
  shownRefund: RegExp
  /** Refused amounts and why. */
  wrong: [amount: string, why: RegExp][]
}

const moneys: Money[] = [
  {
    currency: 'jpy',
    minor: 250_000,
    price: '250000',
    refunded: '5',
    left: '249995',
    fee: '7280',
    net: '242715',
    shown: /¥250,000(?![.\d])/,
    shownRefund: /¥5(?![.\d])/,
    wrong: [
      ['5.00', /amount: must be an amount of JPY such as 250$/],
      ['250001', /at most 250000 JPY/],
    ],
  },
  {
    currency: 'kwd',
    minor: 250_000,
    price: '250.000',
    refunded: '5.000',
    left: '245.000',
    fee: '7.280',
    net: '237.720',
    shown: /KWD.250\.000/,
    shownRefund: /KWD.5\.000/,
    wrong: [
      ['5.005', /amount: KWD is refunded in steps of 0\.010/],
      ['250.010', /at most 250\.000 KWD/],
    ],
  },
]

test.each(moneys)(
  'given an order in $currency, when it is paid and refunded in part, then every amount has the places of the currency',
  async (money) => {
    const { currency } = money
    await shop.sql.query('update commerce_product set currency = $1, price_minor = $2', [
      currency,
      money.minor,
    ])
    const product = await shop.client().get('/api/products/type/certification_program')
    expect(product.body.products[0]).toMatchObject({ price: money.price, currency })
    const { orderId, buyer, intentId } = await shop.paidOrder()
    const ours = await buyer.http.get(`/api/orders/${orderId}`)
    expect(ours.body.order, ours.text).toMatchObject({ totalAmount: money.price, currency })

    const refund = (amount: string) =>
      staff.post(`/api/finance/orders/${orderId}/refunds`, {
        ...{ amount, intentId, reason: 'late start', requestId: randomUUID() },
      })
    for (const [amount, why] of money.wrong) {
      const refused = await refund(amount)
      expect(refused.status, refused.text).toBe(400)
      expect(refused.body.error).toMatch(why)
    }
    const answer = await refund('5')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.order).toMatchObject({
      totalAmount: money.price,
      receivedAmount: money.price,
      refundedAmount: money.refunded,
      creditNotes: [{ amount: money.refunded }],
    })
    const atStripe = await shop.stripe.refunds.list({ payment_intent: intentId })
    const expected = currency === 'jpy' ? 5 : 5_000
    expect(atStripe.data.map(({ amount }) => amount)).toEqual([expected])
    const tooMuch = await refund(money.price)
    expect(tooMuch.body.error).toContain(`at most ${money.left} ${currency.toUpperCase()}`)

    await staff.post('/api/finance/books/fees')
    const { body: books } = await staff.get('/api/finance/books?by=month')
    const line = books.lines.find((one: { currency: string }) => one.currency === currency)
    const figures = { received: money.price, refunded: money.refunded, fees: money.fee, net: money.net }
    expect(line).toMatchObject(figures)
    const zero = currency === 'jpy' ? '0' : '0.000'
    const cells = [currency, money.price, money.refunded, zero, money.fee, zero, money.net, 0].join(',')
    expect((await staff.get('/api/finance/books.csv?by=month')).text).toContain(cells)
    expect((await staff.get('/api/finance/orders.csv')).text).toContain(
      [currency, money.price, money.price, money.refunded].join(','),
    )
    const { body: list } = await staff.get(`/api/finance/orders?q=${orderId}`)
    expect(list.sums).toMatchObject([{ currency, totalAmount: money.price, refundedAmount: money.refunded }])

    const mails = async () =>
      (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(buyer.email)}`)).body.mails as {
        text: string
        attachments: string[]
      }[]
    const texts = async () => (await mails()).map(({ text }) => text).join('\n')
    await expect.poll(texts, { timeout: 20_000 }).toMatch(money.shown)
    await expect.poll(texts, { timeout: 20_000 }).toMatch(money.shownRefund)
    const { documents } = (await staff.get(`/api/finance/orders/${orderId}/evidence`)).body
    expect(documents.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'receipt', 'credit-note'])
    for (const { path } of documents) {
      const paper = await staff.get(path)
      expect(paper.status, paper.text.slice(0, 200)).toBe(200)
      expect(paper.text.slice(0, 5)).toBe('%PDF-')
    }
  },
)
