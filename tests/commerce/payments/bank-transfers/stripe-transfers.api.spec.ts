import { createHash, randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Settings } from '#platform/settings/settings.ts'
import { companySettings } from '../../../../src/modules/commerce/checkout/company-settings.ts'
import { openAmount, received } from '../../../../src/modules/commerce/domain/payments.ts'
import { statusOf } from '../../../../src/modules/commerce/domain/status.ts'
import { verifyOrders } from '../../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { OrderDocuments } from '../../../../src/modules/commerce/invoices/order-documents.ts'
import { CashBalances } from '../../../../src/modules/commerce/orders/cash-balances.ts'
import { BankPayments } from '../../../../src/modules/commerce/payments/bank-transfers/bank-payments.ts'
import { rebuildLedger } from '../../../../src/modules/commerce/payments/bank-transfers/ledger-of-log.ts'
import { transferIdOf } from '../../../../src/modules/commerce/payments/bank-transfers/transfer-id.ts'
import { StripeBankTransfers } from '../../../../src/modules/commerce/payments/stripe/bank-transfers.ts'
import { OrderSignatures } from '../../../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { eventually } from '../../../support/app.ts'
import { given } from '../../../support/given.ts'
import type { HttpClient } from '../../../support/http-client.ts'
import { type Buyer, openShop, productId } from '../../support/shop.ts'

const system = { actor: { kind: 'system', name: 'test' } } as const

const shop = given(openShop)
let owner: HttpClient
beforeAll(async () => {
  owner = await shop.staff()
  await shop.site.container.get(Settings).write(companySettings, { stripeBankTransfer: true }, 'test')
})
beforeEach(async () => {
  await shop.lab('/lab/chaos')
})

interface Placed {
  buyer: Buyer
  organizationId: string
  id: string
}

/** An invoice over 2,500.00 USD for each seat. */
async function ordered(of?: Pick<Placed, 'buyer' | 'organizationId'>, seats = 1): Promise<Placed> {
  const buyer = of?.buyer ?? (await shop.buyer())
  const organizationId = of?.organizationId ?? randomUUID()
  const details = { addressLine1: '1 Dock Road', city: 'Hamburg', country: 'Germany', taxId: 'DE1' }
  if (of === undefined)
    await buyer.http.post('/api/organizations', { id: organizationId, name: 'Keel Ltd', ...details })
  const placed = await buyer.http.post('/api/company-orders', {
    orderId: randomUUID(),
    organizationId,
    productId,
    seats,
    method: 'invoice',
  })
  expect(placed.status, placed.text).toBe(200)
  return { buyer, organizationId, id: placed.body.order.id }
}

const load = async (id: string) => (await shop.orders.load(id)).order
const intentOf = async (id: string) =>
  Object.values((await load(id)).intents).find(({ method }) => method === 'bank-transfer')!.intentId
const send = async (id: string, body: object) =>
  shop.lab(`/lab/objects/${await intentOf(id)}/transfer`, body) as Promise<{ id: string; customer: string }>
const becomes = (id: string, status: string) =>
  eventually(async () => (statusOf(await load(id)) === status ? true : undefined), 20)
const shownTo = async ({ buyer, id }: Placed) => (await buyer.http.get(`/api/orders/${id}`)).body.order

interface Entry {
  id: string
  amount: string
  applied: string
  unassigned: string
  returned: string
  source: string
  orders: { orderId: string }[]
}
const ledger = async (): Promise<Entry[]> =>
  (await owner.get('/api/finance/transfers?pageSize=100')).body.transfers
const parts = ({ amount, applied, unassigned, returned }: Entry) => [amount, applied, unassigned, returned]
/** The entries of a customer, newest first by what arrived, once the ledger says of each what is expected. */
async function entriesOf(customer: string, expected: readonly (readonly string[])[]): Promise<Entry[]> {
  const { data } = await shop.stripe.customers.listCashBalanceTransactions(customer, { limit: 100 })
  const ids = data.filter(({ type }) => type === 'funded').map(({ id }) => idOf(id))
  let seen: Entry[] = []
  await eventually(async () => {
    const all = await ledger()
    seen = ids.flatMap((id) => all.filter((one) => one.id === id))
    return JSON.stringify(seen.map(parts)) === JSON.stringify(expected)
  }, 10).catch(() => expect(seen.map(parts)).toEqual(expected))
  return seen
}
const idOf = (transaction: string) => transferIdOf(createHash('sha256').update(transaction).digest('hex'))

/** Books, rows and ledger say what the log says, and a rebuilt ledger is the same. */
async function agrees(): Promise<void> {
  const log = shop.site.container.get(EventLog)
  expect(await verifyOrders(log)).toMatchObject({ ok: true, differences: [], transfers: { count: 0 } })
  expect(await rebuildLedger(shop.database.adminUrl)).toBe(0)
}

describe('an invoice that is paid into a cash balance at Stripe', () => {
  test('given the setting, when a company orders by invoice, then invoice and page show the account and the reference of Stripe, and the exact amount completes it once', async () => {
    const placed = await ordered()
    const order = await load(placed.id)
    const intent = await shop.stripe.paymentIntents.retrieve(await intentOf(placed.id))
    const shown = intent.next_action!.display_bank_transfer_instructions!
    const account = shown.financial_addresses![0]!.aba!.account_number
    expect(order.invoice?.payment?.rows.at(-1)).toEqual({ label: 'Reference', value: shown.reference })
    const { bytes } = await shop.site.container.get(OrderDocuments).get(placed.id, 'invoice')
    const printed = (await extractText(new Uint8Array(bytes), { mergePages: true })).text
    for (const words of [account, shown.reference!]) expect(printed).toContain(words)
    expect((await shownTo(placed)).bankTransfer).toMatchObject({
      reference: shown.reference,
      rows: expect.arrayContaining([{ label: 'Account number', value: account }]),
    })
    const { customer } = await send(placed.id, {})
    await becomes(placed.id, 'completed')
    await entriesOf(customer, [['2500.00', '2500.00', '0.00', '0.00']])
    const paid = await load(placed.id)
    expect([received(paid), openAmount(paid), Object.keys(paid.flags)]).toEqual([250_000, 0, []])
    await eventually(async () =>
      (await load(placed.id)).intents[intent.id]?.state === 'succeeded' ? true : undefined,
    )
    expect(received(await load(placed.id))).toBe(250_000)
    await agrees()
  })
  test('given half of it, then it is applied and the rest stays open and cannot be paid by card; the rest completes the order', async () => {
    const placed = await ordered()
    const { customer } = await send(placed.id, { outcome: 'short' })
    await eventually(async () => openAmount(await load(placed.id)) === 125_000, 20)
    expect(statusOf(await load(placed.id))).toBe('pending')
    expect((await shownTo(placed)).bankTransfer).toMatchObject({ open: '1250.00' })
    const card = await placed.buyer.http.post(`/api/company-orders/${placed.id}/payment`, {})
    expect(card).toMatchObject({ status: 409, body: { code: 'TRANSFER_BEGUN' } })
    await agrees()
    await send(placed.id, {})
    await becomes(placed.id, 'completed')
    const half = ['1250.00', '1250.00', '0.00', '0.00']
    await entriesOf(customer, [half, half])
    await agrees()
  })

  test('given too much, the same twice, and another reference, then the order has its total and the rest is unassigned, and finance sends it back', async () => {
    const whole = ['2500.00', '2500.00', '0.00', '0.00']
    for (const [outcome, expected] of [
      ['over', [['2550.00', '2500.00', '50.00', '0.00']]],
      ['twice', [['2500.00', '0.00', '2500.00', '0.00'], whole]],
      ['wrong-reference', [whole]],
    ] as const) {
      const placed = await ordered()
      const { customer } = await send(placed.id, { outcome })
      await becomes(placed.id, 'completed')
      const entries = await entriesOf(customer, expected)
      const paid = await load(placed.id)
      expect([received(paid), Object.keys(paid.flags)], outcome).toEqual([250_000, []])
      const refused = await owner.post(`/api/finance/transfers/${entries.at(-1)!.id}/withdraw`, {
        orderId: placed.id,
        reason: 'Applied wrongly',
      })
      expect(refused.body.code).toBe('TRANSFER_AT_STRIPE')
      const rest = entries.find(({ unassigned }) => unassigned !== '0.00')
      if (rest === undefined) continue
      const body = { amount: rest.unassigned, reason: 'Paid too much', requestId: randomUUID() }
      const back = await owner.post(`/api/finance/transfers/${rest.id}/return`, body)
      expect(back.body.transfer).toMatchObject({ unassigned: '0.00', returned: rest.unassigned })
      const { available } = await shop.stripe.customers.retrieveCashBalance(customer)
      expect(available?.usd ?? 0).toBe(0)
    }
    await agrees()
  })

  test('given an order that was cancelled, when its money arrives, then it is unassigned, and the next invoice of the organization takes it', async () => {
    const placed = await ordered()
    const intentId = await intentOf(placed.id)
    const cancelled = await owner.post(`/api/finance/orders/${placed.id}/cancel`, { reason: 'Not wanted' })
    expect(cancelled.body, cancelled.text).toMatchObject({ order: { status: 'cancelled' } })
    // Nobody asks about an order that is over: the daily comparison asks about the balance.
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'suppress' }] })
    const { customer } = (await shop.lab(`/lab/objects/${intentId}/transfer`, {})) as { customer: string }
    await shop.lab('/lab/chaos')
    await shop.advance(24 * 3_600_000)
    placed.buyer.http.setCookie('session', await shop.sessionOf(placed.buyer))
    owner = await shop.staff()
    const [late] = await entriesOf(customer, [['2500.00', '0.00', '2500.00', '0.00']])
    expect(statusOf(await load(placed.id))).toBe('cancelled')
    const next = await ordered(placed)
    await becomes(next.id, 'completed')
    const [used] = (await ledger()).filter(({ id }) => id === late!.id)
    expect(used).toMatchObject({ applied: '2500.00', orders: [{ orderId: next.id }] })
    expect((await load(next.id)).invoice?.payment).toBeNull()
    await agrees()
  })

  test('given the bank takes the money back, before and after the order was paid, then the order is open again with another payment to send it to', async () => {
    const begun = await ordered()
    const half = await send(begun.id, { outcome: 'short' })
    await eventually(async () => openAmount(await load(begun.id)) === 125_000, 20)
    await shop.lab(`/lab/objects/${half.id}/reverse`)
    await eventually(async () => openAmount(await load(begun.id)) === 250_000, 20)
    await entriesOf(half.customer, [['1250.00', '0.00', '0.00', '1250.00']])
    const paid = await ordered()
    const first = await intentOf(paid.id)
    const whole = await send(paid.id, {})
    await becomes(paid.id, 'completed')
    await eventually(async () => (await load(paid.id)).intents[first]?.state === 'succeeded', 20)
    await shop.lab(`/lab/objects/${whole.id}/reverse`)
    await becomes(paid.id, 'pending')
    await entriesOf(whole.customer, [['2500.00', '0.00', '0.00', '2500.00']])
    const order = await load(paid.id)
    expect([openAmount(order), order.creditNotes]).toEqual([250_000, {}])
    const refund = { amount: '10.00', reason: 'Goodwill', requestId: randomUUID(), seatIds: [] }
    const refused = await owner.post(`/api/finance/orders/${paid.id}/refunds`, refund)
    expect(refused.body.code).toBe('NOTHING_TO_REFUND')
    await agrees()
    await shop.advance(60_000)
    const again = await eventually(async () => {
      const { intents } = await load(paid.id)
      return Object.values(intents).find(({ state }) => state === 'requires_action')?.intentId
    }, 20)
    await shop.lab(`/lab/objects/${again}/transfer`, {})
    await becomes(paid.id, 'completed')
    await agrees()
  })

  test('given no webhook arrives, then the order is found paid by asking, and counts once when they come after all', async () => {
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const placed = await ordered()
    const { customer } = await send(placed.id, {})
    expect(statusOf(await load(placed.id))).toBe('pending')
    await shop.advance(30_000)
    await becomes(placed.id, 'completed')
    await shop.lab('/lab/chaos')
    for await (const event of shop.stripe.events.list({ limit: 100 }))
      if (JSON.stringify(event.data).includes(customer)) await shop.lab(`/lab/objects/${event.id}/resend`)
    await shop.inbox.idle()
    const [kept] = await shop.sql.query<{ count: number }>(
      `select count(*)::int as count from commerce_stripe_inbox where type like '%cash_balance%' and raw is not null`,
      [],
    )
    expect(kept?.count).toBe(0)
    await entriesOf(customer, [['2500.00', '2500.00', '0.00', '0.00']])
    expect(received(await load(placed.id))).toBe(250_000)
    await agrees()
  })

  test('given a paid order, when finance refunds a part, then Stripe is asked with an address for instructions, a credit note follows, and the books know it once', async () => {
    const placed = await ordered(undefined, 2)
    await send(placed.id, {})
    await becomes(placed.id, 'completed')
    const intentId = await intentOf(placed.id)
    await eventually(async () => (await load(placed.id)).intents[intentId]?.state === 'succeeded', 20)
    const { seats } = (await owner.get(`/api/finance/orders/${placed.id}/seats`)).body
    const answer = await owner.post(`/api/finance/orders/${placed.id}/refunds`, {
      amount: '2500.00',
      reason: 'One seat less',
      requestId: randomUUID(),
      seatIds: [seats.toClose[0].id],
    })
    expect(answer.status, answer.text).toBe(200)
    const { requests } = (await (await fetch(`${shop.labUrl}/lab/state`)).json()) as {
      requests: { method: string; path: string; parameters: object }[]
    }
    const asked = requests.findLast(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    expect(asked?.parameters).toMatchObject({
      payment_intent: intentId,
      instructions_email: placed.buyer.email,
    })
    await shop.advance(15_000)
    const order = await eventually(async () => {
      const now = await load(placed.id)
      return Object.keys(now.creditNotes).length === 1 ? now : undefined
    }, 20)
    expect([received(order), statusOf(order)]).toEqual([500_000, 'completed'])
    const receipt = await shop.site.container.get(OrderDocuments).get(placed.id, 'receipt')
    const printed = (await extractText(new Uint8Array(receipt.bytes), { mergePages: true })).text
    expect(printed).toContain('Bank transfer')
    await agrees()
  })

  test('given the order is paid by card instead, then the payment by transfer is ended, and what arrives later is unassigned', async () => {
    const placed = await ordered()
    const intentId = await intentOf(placed.id)
    const card = await placed.buyer.http.post(`/api/company-orders/${placed.id}/payment`, {})
    expect(card.status, card.text).toBe(200)
    expect(card.body.paymentIntent.id).not.toBe(intentId)
    await shop.pay(card.body.paymentIntent.clientSecret)
    await becomes(placed.id, 'completed')
    await shop.advance(60_000)
    await eventually(async () => (await load(placed.id)).intents[intentId]?.state === 'canceled', 20)
    const { customer } = (await shop.lab(`/lab/objects/${intentId}/transfer`, {})) as { customer: string }
    await entriesOf(customer, [['2500.00', '0.00', '2500.00', '0.00']])
    expect(received(await load(placed.id))).toBe(250_000)
    await agrees()
  })

  test('given Stripe does not answer while the order is placed, then the invoice follows by itself with the account of Stripe', async () => {
    const failing = { match: { path: '/v1/payment_intents' }, fault: 'answer', status: 500, when: 'before' }
    await shop.lab('/lab/chaos', { requests: [failing] })
    const placed = await ordered()
    expect((await load(placed.id)).invoice).toBeNull()
    await shop.lab('/lab/chaos')
    await shop.advance(60_000)
    const invoice = await eventually(async () => (await load(placed.id)).invoice ?? undefined, 20)
    expect(invoice.payment?.rows.map(({ label }) => label)).toContain('Reference')
    await send(placed.id, {})
    await becomes(placed.id, 'completed')
    await agrees()
  })

  test('given a balance that cannot be followed, when all are, then the money of the others is recorded all the same', async () => {
    const [first, placed] = [await ordered(), await ordered()]
    expect(await intentOf(first.id)).not.toBe(await intentOf(placed.id))
    const balances = shop.site.container.get(CashBalances)
    const follow = balances.follow.bind(balances)
    const followed: string[] = []
    const spy = vi.spyOn(balances, 'follow').mockImplementation(async (customer, ...more) => {
      followed.push(customer)
      if (followed.length === 1) throw new Error('TRANSFER_AMOUNT')
      await follow(customer, ...more)
    })
    try {
      await balances.followAll(system, () => false)
    } finally {
      spy.mockRestore()
    }
    const row = await shop.stripe.paymentIntents.retrieve(await intentOf(placed.id))
    expect(followed.length).toBeGreaterThan(1)
    expect(followed).toContain(row.customer)
  })

  test('given a payment of another product takes of the balance and gives it back, then the ledger follows, and the order has what it got', async () => {
    const placed = await ordered()
    const { customer } = await shop.stripe.paymentIntents.retrieve(await intentOf(placed.id))
    const other = await shop.stripe.paymentIntents.create({
      amount: 300_000,
      currency: 'usd',
      customer: customer as string,
      confirm: true,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: {
        customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } },
      },
    })
    await shop.lab(`/lab/objects/${other.id}/transfer`, { amount: 100_000 })
    const follow = () => shop.site.container.get(CashBalances).follow(customer as string, system)
    await follow()
    await entriesOf(customer as string, [['1000.00', '0.00', '0.00', '1000.00']])
    await shop.stripe.paymentIntents.cancel(other.id)
    await shop.stripe.paymentIntents.applyCustomerBalance(await intentOf(placed.id), { amount: 100_000 })
    await follow()
    const order = await load(placed.id)
    expect([received(order), openAmount(order)]).toEqual([100_000, 150_000])
    const entries = (await ledger()).filter(({ amount }) => amount === '1000.00')
    expect(entries.slice(0, 2).map(parts)).toEqual([
      ['1000.00', '1000.00', '0.00', '0.00'],
      ['1000.00', '0.00', '0.00', '1000.00'],
    ])
    await agrees()
  })

  test('given Stripe refuses the payment and the invoice has the own account, then Stripe is not asked for it again', async () => {
    const stripe = shop.site.container.get(StripeBankTransfers)
    const pay = vi
      .spyOn(stripe, 'pay')
      .mockResolvedValue({ code: 'payment_method_unactivated', message: 'Not switched on' })
    try {
      const placed = await ordered()
      const { order } = await shop.orders.load(placed.id)
      expect(order.invoiceRequested).not.toBeNull()
      expect(pay).toHaveBeenCalledTimes(1)
      await shop.site.container.get(BankPayments).goOn(await shop.orders.load(placed.id), system)
      expect(pay).toHaveBeenCalledTimes(1)
    } finally {
      pay.mockRestore()
    }
  })

  test('given the answer to the payment got lost and the secret changes, when it is asked for again, then it is the same payment and no refusal', async () => {
    const placed = await ordered()
    const order = await load(placed.id)
    const intent = await shop.stripe.paymentIntents.retrieve(await intentOf(placed.id))
    const key = order.paymentKeys[0]!
    const { metadataOf } = OrderSignatures.prototype
    const spy = vi.spyOn(OrderSignatures.prototype, 'metadataOf').mockImplementation(function (
      this: OrderSignatures,
      of,
    ) {
      return { ...metadataOf.call(this, of), seal: 'of another secret' }
    })
    try {
      const again = await shop.site.container
        .get(StripeBankTransfers)
        .pay({ ...order, createdIntents: {} }, intent.customer as string, key)
      expect(again).toMatchObject({ intent: { id: intent.id }, details: { rows: expect.any(Array) } })
    } finally {
      spy.mockRestore()
    }
  })

  test('given the answer to the payment got lost and is asked for when Stripe has forgotten its key, then it is the same payment', async () => {
    const placed = await ordered()
    const order = await load(placed.id)
    const customer = (await shop.stripe.paymentIntents.retrieve(await intentOf(placed.id))).customer as string
    await shop.advance(25 * 3_600_000)
    const again = await shop.site.container
      .get(StripeBankTransfers)
      .pay({ ...order, createdIntents: {} }, customer, order.paymentKeys[0]!)
    expect(again).toMatchObject({ intent: { id: await intentOf(placed.id) } })
    const all = await shop.stripe.paymentIntents.list({ customer, limit: 100 })
    expect(all.data.filter(({ metadata }) => metadata.order_id === placed.id)).toHaveLength(1)
  })
})
