import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { Customers, Organizations } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { unavailable } from '#platform/database/failures.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { timeOrderedId } from '#platform/kernel/time-ordered-id.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { cancel, place } from '../../../../src/modules/commerce/domain/decisions.ts'
import { received } from '../../../../src/modules/commerce/domain/payments.ts'
import { statusOf } from '../../../../src/modules/commerce/domain/status.ts'
import { printedReference } from '../../../../src/modules/commerce/domain/transfer-reference.ts'
import { forgetBooks } from '../../../../src/modules/commerce/finance/books/forget-books.ts'
import { verifyOrders } from '../../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { snapshotOf } from '../../../../src/modules/commerce/orders/buyers.ts'
import { Orders } from '../../../../src/modules/commerce/orders/orders.ts'
import { bankAccountSettings } from '../../../../src/modules/commerce/payments/bank-transfers/bank-account.ts'
import { rebuildLedger } from '../../../../src/modules/commerce/payments/bank-transfers/ledger-of-log.ts'
import { TransferInstructions } from '../../../../src/modules/commerce/payments/bank-transfers/transfer-instructions.ts'
import { Transfers } from '../../../../src/modules/commerce/payments/bank-transfers/transfers.ts'
import { Staff } from '../../../../src/modules/identity/staff/staff.ts'
import { Places } from '../../../../src/modules/leadership/index.ts'
import { given } from '../../../support/given.ts'
import type { HttpClient } from '../../../support/http-client.ts'
import { placedData } from '../../support/placed.ts'
import { type Buyer, openShop, productId } from '../../support/shop.ts'
import { camt, type Line, ownIban } from './camt-files.ts'

const shop = given(openShop)

async function signedIn(role: 'finance' | 'viewer'): Promise<HttpClient> {
  const form = { username: `${role}-of-transfers`, password: 'A-long-password-1A' }
  await shop.site.container.get(Staff).create({ ...form, role }, { replace: true })
  const http = shop.client()
  expect((await http.post('/api/auth/login', form)).status).toBe(200)
  return http
}

const finance = given(() => signedIn('finance'))
const viewer = given(() => signedIn('viewer'))

/** An order of 2,500.00 USD that a company pays by invoice. */
async function ordered(who?: Buyer, orderId = timeOrderedId()): Promise<string> {
  const { id } = who ?? (await shop.buyer())
  const buyer = (await shop.site.container.get(Customers).get(id))!
  const dueAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const payment = { method: 'invoice' as const, netDays: 30, dueAt, by: id }
  const organizationId = randomUUID()
  const address = { addressLine1: '', addressLine2: '', postalCode: '', city: '', region: '', country: 'DE' }
  await shop.site.container
    .get(Organizations)
    .save(id, organizationId, { name: 'Example GmbH', ...address, taxId: '' })
  const data = { ...placedData({ buyerId: id, productId }), organizationId }
  const actor = { kind: 'customer', userId: id, sessionId: 's' } as const
  // The invoice prints the buyer: it is there before the order.
  await runWrites(shop.sql, [snapshotOf(orderId, buyer)])
  await shop.orders.change(orderId, { actor }, ({ order }) => place(order, { ...data, payment }))
  return orderId
}

const file = (http: HttpClient, path: string, body: Buffer) =>
  http.send('POST', path, { raw: body, headers: { 'content-type': 'application/octet-stream' } })
const preview = (lines: Line[]) => file(finance, '/api/finance/bank-statements/preview', camt(lines))
const record = (lines: Line[], http = finance) => file(http, '/api/finance/bank-statements', camt(lines))
const outcomes = ({ body }: { body: { entries: { outcome: string; reason: string | null }[] } }) =>
  body.entries.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`))
let references = 0
/** A payment with a reference of the bank's own. */
const paid = (text: string, amount = '2500.00', more: Partial<Line> = {}): Line => {
  references += 1
  return { amount, text, reference: `B${references}`, ...more }
}
const orderOf = async (id: string) => (await shop.orders.load(id)).order
const listed = async (http = finance, query = '') =>
  (await http.get(`/api/finance/transfers${query}`)).body as {
    transfers: Record<string, never>[]
    unmatched: { key: string; amount: string; remittance: string | null }[]
    sums: { amount: string; applied: string; unassigned: string; returned: string }[]
  }
const act = (id: string, what: string, body: object, http = finance) =>
  http.post(`/api/finance/transfers/${id}/${what}`, {
    ...(what === 'apply' && { requestId: randomUUID() }),
    ...body,
  })
/** The newest transfer of the ledger. */
const newest = async () =>
  (await listed()).transfers[0] as unknown as { id: string } & Record<string, unknown>

describe('bank statements', () => {
  test('given no bank account, or a statement of another one, when it is imported, then it is refused', async () => {
    expect(await record([paid('x')])).toMatchObject({ status: 409, body: { code: 'BANK_ACCOUNT_UNSET' } })
    const settings = shop.site.container.get(Settings)
    await settings.write(bankAccountSettings, { iban: ownIban, bic: 'BYLADEM1001', bank: 'Bank' }, 'owner')
    const wrong = await file(
      finance,
      '/api/finance/bank-statements',
      camt([paid('x')], '08', 'DE75512108001245126199'),
    )
    expect(wrong).toMatchObject({ status: 400, body: { code: 'STATEMENT_OTHER_ACCOUNT' } })
    const broken = await file(finance, '/api/finance/bank-statements', Buffer.from('<!DOCTYPE x>'))
    expect(broken).toMatchObject({ status: 400, body: { code: 'STATEMENT_UNREADABLE' } })
    expect((await record([paid('x')], viewer)).status).toBe(403)
    expect((await listed()).transfers).toEqual([])
  })

  test('given an order with an invoice, when the exact amount arrives, then a preview says so, and the order is paid once', async () => {
    const buyer = await shop.buyer()
    const orderId = await ordered(buyer)
    const page = async () => (await buyer.http.get(`/api/orders/${orderId}`)).body.order
    expect((await page()).bankTransfer).toMatchObject({
      reference: printedReference(orderId),
      open: '2500.00',
      dueAt: expect.stringMatching(/^\d{4}-/),
    })
    const instructions = shop.site.container.get(TransferInstructions)
    expect(await instructions.of(await orderOf(orderId))).toMatchObject({
      reference: printedReference(orderId),
      open: { amount: 250_000, currency: 'usd' },
      rows: [{ label: 'Account holder' }, { label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' }, {}, {}],
    })
    const found = await finance.get(`/api/finance/orders?q=${encodeURIComponent(printedReference(orderId))}`)
    expect(found.body.orders.map(({ id }: { id: string }) => id)).toEqual([orderId])
    const lines = [paid(`invoice, ${printedReference(orderId).toLowerCase()}`)]
    expect(outcomes(await preview(lines))).toEqual(['applied'])
    expect(received(await orderOf(orderId))).toBe(0)
    expect(outcomes(await record(lines))).toEqual(['applied'])
    // The same file, and the same entry in another one.
    expect(outcomes(await record(lines))).toEqual(['known'])
    expect(outcomes(await record([...lines, paid('unknown', '1.00')]))).toEqual([
      'known',
      'unassigned: no-reference',
    ])
    expect(statusOf(await orderOf(orderId))).toBe('completed')
    expect(received(await orderOf(orderId))).toBe(250_000)
    expect(await instructions.of(await orderOf(orderId))).toBeNull()
    expect(await page()).toMatchObject({ status: 'completed', bankTransfer: null })
  })

  test('given a day that does not exist, when the file is imported, then that entry is named, and the list is answered as before', async () => {
    const lines = [paid('of no day', '9.00', { day: '2026-02-30' }), paid('of a day', '8.00')]
    for (const answer of [await preview(lines), await record(lines)])
      expect(answer.body).toMatchObject({
        entries: [{ amount: '8.00' }],
        unread: [{ place: 'Entry 1', message: '"2026-02-30" is no day.' }],
      })
    expect((await record(lines.slice(0, 1))).body.code).toBe('STATEMENT_UNREADABLE')
    expect((await finance.get('/api/finance/transfers')).status).toBe(200)
    const insert = `insert into commerce_transfer (id, source, digest, amount_minor, currency, booked_on, recorded_at)
      values ($1, 'statement', 'x', 1, 'usd', '2026-02-30', now())`
    await expect(shop.sql.query(insert, [randomUUID()])).rejects.toThrow('2026-02-30')
  })

  test('given the number of an invoice, or a company and its open amount, in the text, then the order is proposed, and a press applies it', async () => {
    const orderId = await ordered()
    const { invoiceNumber } = (await finance.get(`/api/finance/orders?q=${orderId}`)).body.orders[0]
    const digits = Number(invoiceNumber.split('-').at(-1))
    const lines = [
      paid(`Invoice no. ${digits} thanks`, '2400.00'),
      paid(`our ${digits}9`, '2400.00', { sender: 'X' }),
    ]
    for (const answer of [await preview(lines), await record(lines)]) {
      const [named, other] = answer.body.entries
      expect(named).toMatchObject({
        outcome: 'unassigned',
        proposals: [{ orderId, invoiceNumber, open: '2500.00', by: 'invoice' }],
      })
      expect(other.proposals).toEqual([])
    }
    const { id } = (await listed(finance, '?q=Invoice no')).transfers[0] as unknown as { id: string }
    const found = async () => (await finance.get(`/api/finance/transfers/${id}/proposals`)).body.proposals
    expect(await found()).toMatchObject([{ orderId }])
    expect((await act(id, 'apply', { orderId })).body.transfer).toMatchObject({ applied: '2400.00' })
    expect(await found()).toEqual([])
  })

  test('given the invoice in other writings, the purchase order, or the amount and company of two orders, then each order that fits is proposed and none is applied', async () => {
    const [first, second] = [await ordered(), await ordered()]
    for (const [at, id] of [first, second].entries())
      await shop.sql.query(
        `update commerce_order_customer set company = 'Northbeck Energy GmbH', reference = $2 where order_id = $1`,
        [id, `PO-11${at}56`],
      )
    const { invoiceNumber } = (await finance.get(`/api/finance/orders?q=${first}`)).body.orders[0]
    const digits = Number(invoiceNumber.split('-').at(-1))
    const sender = 'NORTHBECK ENERGY'
    const rows: [Line, object[]][] = [
      [paid(`rg inv ${digits}/seats`, '9.00'), [{ orderId: first, by: 'invoice' }]],
      [paid(`INVOICE NUMBER: 000${digits}`, '9.00'), [{ orderId: first, by: 'invoice' }]],
      [paid(`INV-1999-${digits}`, '9.00'), []],
      [paid('po 11156, autumn', '9.00'), [{ orderId: second, by: 'purchase-order' }]],
      [paid('autumn', '9.00', { sender }), []],
      [
        paid('autumn', '2500.00', { sender }),
        [
          { orderId: first, by: 'company' },
          { orderId: second, by: 'company' },
        ],
      ],
    ]
    const { entries } = (await record(rows.map(([each]) => each))).body
    for (const [at, [, proposals]] of rows.entries())
      expect(entries[at], rows[at]![0].text).toMatchObject({ outcome: 'unassigned', proposals })
    // What is typed is read as what is paid.
    for (const q of [`Invoice no. ${digits}`, `inv ${digits}`])
      expect(
        (await finance.get(`/api/finance/orders?${new URLSearchParams({ q })}`)).body.orders,
      ).toMatchObject([{ id: first }])
  })

  test('given money that is short, over, twice, mistyped, late or of another currency, when it arrives, then each amount is named', async () => {
    const [one, two, three] = [await ordered(), await ordered(), await ordered()]
    await shop.orders.change(three, { actor: { kind: 'system', name: 'test' } }, ({ order }) =>
      cancel(order, 'given up'),
    )
    const typo = printedReference(one).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const lines = [
      paid(printedReference(one), '1000.00'),
      paid(printedReference(one), '2000.00'),
      paid(printedReference(two)),
      paid(printedReference(two)),
      paid(typo),
      paid(printedReference(three)),
      paid(printedReference(one), '5.00', { currency: 'EUR' }),
    ]
    const expected = [
      'applied',
      'applied: excess',
      'applied',
      'unassigned: order-paid',
      'unassigned: no-reference',
      'unassigned: order-cancelled',
      'unassigned: other-currency',
    ]
    expect(outcomes(await preview(lines))).toEqual(expected)
    expect(outcomes(await record(lines))).toEqual(expected)
    expect(received(await orderOf(one))).toBe(250_000)
    expect(Object.values((await orderOf(one)).flags)).toEqual([])
    expect(received(await orderOf(two))).toBe(250_000)
    expect(statusOf(await orderOf(three))).toBe('cancelled')
  })

  test('given an entry that was recorded and not applied, when the file comes again, then its order takes it', async () => {
    const orderId = timeOrderedId()
    const lines = [paid(printedReference(orderId))]
    expect(outcomes(await record(lines))).toEqual(['unassigned: unknown-reference'])
    expect(outcomes(await record(lines))).toEqual(['known: unknown-reference'])
    await ordered(undefined, orderId)
    expect(outcomes(await preview(lines))).toEqual(['applied'])
    expect(outcomes(await record(lines))).toEqual(['applied'])
    expect(outcomes(await record(lines))).toEqual(['known'])
    expect(statusOf(await orderOf(orderId))).toBe('completed')
  })

  test('given a reference of no possible order, an order paid meanwhile, a bounced payment and a fault, when a file has them, then all else is recorded', async () => {
    const [late, next] = [await ordered(), await ordered()]
    const lines = [
      paid('RF56 ZZZZ ZZZZ ZZZZ', '0.01'),
      paid(printedReference(late)),
      paid('came back', '40.00', { reversal: true }),
      paid('a fault', '3.00'),
      paid(printedReference(next)),
    ]
    expect(outcomes(await preview(lines)).slice(0, 2)).toEqual(['unassigned: no-reference', 'applied'])
    const transfers = shop.site.container.get(Transfers)
    const [observe, apply] = [transfers.observe.bind(transfers), transfers.apply.bind(transfers)]
    const observing = vi.spyOn(transfers, 'observe').mockImplementation((id, data, ...rest) => {
      if (data.amount === 300) throw new Error('made by the test')
      return observe(id, data, ...rest)
    })
    vi.spyOn(transfers, 'apply').mockImplementationOnce(async (...how) => {
      await shop.orders.change(late, { actor: { kind: 'system', name: 'test' } }, ({ order }) =>
        cancel(order, 'given up'),
      )
      return apply(...how)
    })
    const { body } = await record(lines)
    observing.mockRestore()
    expect(outcomes({ body })).toEqual([
      'unassigned: no-reference',
      'unassigned: order-cancelled',
      'unmatched: own-payment',
      'failed',
      'applied',
    ])
    expect(body.entries[2]).toMatchObject({ kind: 'bounced', amount: '40.00' })
    expect(outcomes(await record(lines))[3]).toBe('unassigned: no-reference')
  })

  test('given a database that goes away between a transfer and its order, when the file is sent again, then all of it is applied', async () => {
    const [first, second] = [await ordered(), await ordered()]
    const lines = [paid(printedReference(first)), paid(printedReference(second))]
    const away = unavailable(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    vi.spyOn(shop.site.container.get(Transfers), 'apply').mockRejectedValueOnce(away)
    const answer = await record(lines)
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    expect(outcomes(await record(lines))).toEqual(['applied', 'applied'])
    expect(statusOf(await orderOf(second))).toBe('completed')
  })

  test('given a transfer that the bank took back, when the statement reports it, then the order is open again and nothing else', async () => {
    const orderId = await ordered()
    const text = printedReference(orderId)
    await record([paid(text)])
    expect(statusOf(await orderOf(orderId))).toBe('completed')
    const back = paid(text, '2500.00', { direction: 'DBIT', reversal: true })
    expect(outcomes(await preview([back]))).toEqual(['returned'])
    expect(outcomes(await record([back]))).toEqual(['returned'])
    expect(outcomes(await record([back]))).toEqual(['known'])
    const order = await orderOf(orderId)
    expect([statusOf(order), received(order), Object.keys(order.creditNotes)]).toEqual(['pending', 0, []])
    const other = paid('nothing known', '77.00', { direction: 'DBIT', reversal: true })
    expect(outcomes(await record([other]))).toEqual(['unmatched: no-transfer'])
    // It comes again, and is applied again.
    expect(outcomes(await record([paid(text)]))).toEqual(['applied'])
    expect(statusOf(await orderOf(orderId))).toBe('completed')
  })

  test('given a reversal that fits two transfers, when finance says which, then the next file takes back no other', async () => {
    const orderId = await ordered()
    const text = printedReference(orderId)
    await record([paid(text), paid(text)])
    const back = paid(text, '2500.00', { direction: 'DBIT', reversal: true })
    expect(outcomes(await record([back]))).toEqual(['unmatched: several-transfers'])
    const open = async (http = finance) =>
      (await listed(http)).unmatched.filter((each) => each.amount === '2500.00')
    expect(await open()).toMatchObject([{ kind: 'reversal', reason: 'several-transfers', remittance: text }])
    expect((await open(viewer))[0]).toMatchObject({ remittance: null })
    const second = (await listed(finance, '?state=unassigned')).transfers.find(
      ({ remittance }) => remittance === text,
    ) as unknown as { id: string }
    const byHand = { amount: '2500.00', reason: 'Sent back', requestId: randomUUID() }
    expect((await act(second.id, 'return', byHand)).status).toBe(200)
    // One of the two is left, and it is not the one.
    expect(outcomes(await record([back]))).toEqual(['unmatched: several-transfers'])
    expect(statusOf(await orderOf(orderId))).toBe('completed')
    const { key } = (await open())[0]!
    expect((await finance.post('/api/finance/bank-statements/settle', { key })).status).toBe(200)
    expect((await finance.post('/api/finance/bank-statements/settle', { key })).status).toBe(409)
    expect(await open()).toEqual([])
    const [settled] = await shop.sql.query<{ settled_by: string }>(
      'select settled_by from commerce_transfer_unmatched where key = $1',
      [key],
    )
    expect(settled?.settled_by).toMatch(/^[0-9a-f-]{36}$/)
    expect(outcomes(await record([back]))).toEqual(['known'])
  })

  test('given a reversal of several, or one that came before its transfer, when finance or a file brings that, then the order is open', async () => {
    const orderId = await ordered()
    const text = printedReference(orderId)
    const back = paid(text, '2500.00', { direction: 'DBIT', reversal: true })
    expect(outcomes(await preview([back]))).toEqual(['unmatched: no-transfer'])
    expect(outcomes(await record([back]))).toEqual(['unmatched: no-transfer'])
    // A later payment is not the one that the bank took back.
    expect(outcomes(await preview([paid(text, '2500.00', { day: '2026-11-21' })]))).toEqual(['applied'])
    const first = paid(text)
    expect(outcomes(await preview([first]))).toEqual(['returned'])
    expect(outcomes(await record([first]))).toEqual(['returned'])
    expect(outcomes(await record([first, back]))).toEqual(['known', 'known'])
    expect(statusOf(await orderOf(orderId))).toBe('pending')
    await record([paid(text), paid(text)])
    const again = paid(text, '2500.00', { direction: 'DBIT', reversal: true })
    await record([again])
    const { transfers, unmatched } = await listed(finance, '?state=applied')
    const { id } = transfers.find(({ remittance }) => remittance === text) as unknown as { id: string }
    const { key } = unmatched.find(({ remittance }) => remittance === text)!
    const { id: other } = transfers.find(({ amount }) => amount !== '2500.00') as unknown as { id: string }
    expect((await act(other, 'reverse', { key })).body.code).toBe('ENTRY_OTHER')
    expect((await act(id, 'reverse', { key }, viewer)).status).toBe(403)
    expect((await act(id, 'reverse', { key })).body.transfer).toMatchObject({
      returned: '2500.00',
      orders: [],
    })
    expect((await act(id, 'reverse', { key })).body.code).toBe('ENTRY_SETTLED')
    expect(statusOf(await orderOf(orderId))).toBe('pending')
    expect(outcomes(await record([again]))).toEqual(['known'])
  })
})

describe('what finance does with transfers', () => {
  test('given money without a reference, when it is applied, taken away and applied again, then the order follows', async () => {
    const orderId = await ordered()
    await record([paid('no word', '3000.00')])
    const { id } = await newest()
    expect((await act(id, 'apply', { orderId }, viewer)).status).toBe(403)
    expect((await act(id, 'apply', { orderId, amount: '2600.00' })).body).toMatchObject({
      code: 'TRANSFER_NOT_TAKEN',
    })
    const once = { orderId, amount: '1000.00', requestId: randomUUID() }
    for (let times = 0; times < 2; times += 1)
      expect((await act(id, 'apply', once)).body.transfer).toMatchObject({
        applied: '1000.00',
        unassigned: '2000.00',
        orders: [{ orderId, amount: '1000.00' }],
      })
    expect((await act(id, 'apply', { orderId })).body.transfer).toMatchObject({ applied: '2500.00' })
    expect((await act(id, 'apply', { orderId })).body).toMatchObject({ code: 'TRANSFER_NOT_TAKEN' })
    expect(received(await orderOf(orderId))).toBe(250_000)
    const withdrawn = await act(id, 'withdraw', { orderId, reason: 'Of another order' })
    expect(withdrawn.body.transfer).toMatchObject({ applied: '0.00', unassigned: '3000.00', orders: [] })
    expect(received(await orderOf(orderId))).toBe(0)
    expect((await act(id, 'withdraw', { orderId, reason: 'Once more' })).status).toBe(409)
    expect((await act(id, 'apply', { orderId })).body.transfer).toMatchObject({ applied: '2500.00' })
    expect(statusOf(await orderOf(orderId))).toBe('completed')
  })

  test('given a part that was refunded, when the bank takes the whole transfer back, then the order has less than nothing of it, in the books too', async () => {
    const orderId = await ordered()
    const text = printedReference(orderId)
    await record([paid(text)])
    const { id } = (await listed(finance, `?q=${text}`)).transfers[0] as unknown as { id: string }
    const books = async () =>
      (await finance.get('/api/finance/books?by=month')).body.sums.find(
        ({ currency }: { currency: string }) => currency === 'usd',
      )
    const before = await books()
    const refund = { orderId, amount: '1000.00', reason: 'One part', seatIds: [], requestId: randomUUID() }
    expect((await act(id, 'return', refund)).status).toBe(200)
    const back = paid(text, '2500.00', { direction: 'DBIT', reversal: true })
    expect(outcomes(await record([back]))).toEqual(['unmatched: no-transfer'])
    const { key } = (await listed()).unmatched.find(({ remittance }) => remittance === text)!
    const parts = { amount: '2500.00', applied: '-1000.00', unassigned: '0.00', returned: '3500.00' }
    expect((await act(id, 'reverse', { key })).body.transfer).toMatchObject({
      ...parts,
      orders: [{ orderId, amount: '-1000.00' }],
    })
    const order = await orderOf(orderId)
    expect([statusOf(order), received(order)]).toEqual(['pending', 0])
    const after = await books()
    // The account at the bank: 2,500 came, 1,000 and 2,500 went.
    expect(Number(after.net) - Number(before.net)).toBe(-3500)
    expect((await verifyOrders(shop.site.container.get(EventLog))).transfers.faults).toEqual([])
    // Its payer has 1,000 too much: the order is open in full.
    expect(outcomes(await record([paid(text)]))).toEqual(['applied'])
    expect(statusOf(await orderOf(orderId))).toBe('completed')
    expect(await rebuildLedger(shop.database.adminUrl)).toBe(0)
  })

  test('given unassigned money that was sent back, when the bank takes the whole transfer back, then the transfer has less than nothing', async () => {
    await record([paid('sent back before', '800.00')])
    const { id } = await newest()
    const sent = { amount: '300.00', reason: 'Sent back', requestId: randomUUID() }
    expect((await act(id, 'return', sent)).status).toBe(200)
    const transfers = shop.site.container.get(Transfers)
    const author = { actor: { kind: 'system', name: 'tests' } } as const
    const { container } = shop.site
    const [log, clock, ids] = [container.get(EventLog), container.get(Clock), container.get(Ids)]
    const [database, orders, places] = [container.get(Database), container.get(Orders), container.get(Places)]
    const elsewhere = new Transfers({
      streams: new Streams(log, clock, ids),
      database,
      orders,
      clock,
      places,
    })
    // The same return, recorded by another process between the reads of this one.
    const movedAt = '2026-11-21T10:00:00.000Z'
    const back = { returnId: `at-once-${id}`, amount: 50_000, reason: 'Sent back', movedAt }
    const get = transfers.get.bind(transfers)
    const reading = vi.spyOn(transfers, 'get').mockImplementationOnce(async (of) => {
      await elsewhere.return(id, back, author)
      return get(of)
    })
    await transfers.return(id, back, author)
    reading.mockRestore()
    expect((await get(id)).unassigned).toBe(0)
    const reverse = () => transfers.reverse(id, { key: `reversal-${id}`, bookedOn: '2026-11-22' }, author)
    await Promise.all([reverse(), reverse(), reverse()])
    const parts = { amount: '800.00', applied: '0.00', unassigned: '-800.00', returned: '1600.00' }
    expect((await listed(finance, '?state=unassigned')).transfers[0]).toMatchObject({ id, ...parts })
    expect((await act(id, 'return', { ...sent, requestId: randomUUID() })).body.code).toBe('TRANSFER_AMOUNT')
    expect(await rebuildLedger(shop.database.adminUrl)).toBe(0)
  })

  test('given a request id, when it names another amount, order or transfer, then it is refused as used, and nothing is done', async () => {
    const [one, two] = [await ordered(), await ordered()]
    await record([paid('first of two', '900.00')])
    const { id: first } = await newest()
    await record([paid('second of two', '900.00')])
    const { id: second } = await newest()
    const sent = { amount: '100.00', reason: 'Sent back', requestId: randomUUID() }
    const used = { status: 409, body: { code: 'REQUEST_ID_USED' } }
    expect((await act(first, 'return', sent)).status).toBe(200)
    expect((await act(first, 'return', sent)).body.transfer).toMatchObject({ returned: '100.00' })
    expect(await act(first, 'return', { ...sent, amount: '200.00' })).toMatchObject(used)
    expect(await act(second, 'return', sent)).toMatchObject(used)
    const use = { orderId: one, amount: '200.00', requestId: randomUUID() }
    expect((await act(first, 'apply', use)).status).toBe(200)
    expect((await act(first, 'apply', use)).body.transfer).toMatchObject({ applied: '200.00' })
    for (const [id, other] of [
      [first, { ...use, amount: '300.00' }],
      [first, { ...use, orderId: two }],
      [second, use],
    ] as const)
      expect(await act(id, 'apply', other)).toMatchObject(used)
    const refund = { orderId: one, amount: '50.00', reason: 'A part', seatIds: [], requestId: randomUUID() }
    expect((await act(first, 'return', refund)).status).toBe(200)
    expect((await act(first, 'return', refund)).status).toBe(200)
    expect(await act(first, 'return', { ...refund, amount: '60.00' })).toMatchObject(used)
    expect((await listed(finance, '?q=first of two')).transfers[0]).toMatchObject({
      ...{ applied: '150.00', returned: '150.00', unassigned: '600.00' },
    })
    expect((await listed(finance, '?q=second of two')).transfers[0]).toMatchObject({ unassigned: '900.00' })
  })

  test('given unassigned money and money of an order, when it goes back, then it is returned once, the second with a credit note', async () => {
    const orderId = await ordered()
    const places = shop.site.container.get(Places)
    const { organizationId } = (await orderOf(orderId)).placed!
    const seats = [{ line: 1, cohortId: null, quantity: 2 }]
    const held = await places.holdSeats({ id: orderId, organizationId: organizationId! }, seats, null)
    await runWrites(shop.sql, held)
    await record([paid(printedReference(orderId), '2600.00')])
    const { id } = await newest()
    const requestId = randomUUID()
    const back = { amount: '100.00', reason: 'Paid too much', requestId }
    expect((await act(id, 'return', { ...back, amount: '100.01' })).status).toBe(409)
    expect((await act(id, 'return', { ...back, amount: 'much' })).status).toBe(400)
    for (const reason of [
      'To Example again',
      'To DE89 3704 0044 0532 0130 00',
      'see a@b.example',
      'Call +49 170 1234567',
    ])
      expect((await act(id, 'return', { ...back, reason })).body.code, reason).toBe('NAMES_A_PERSON')
    for (let times = 0; times < 2; times += 1)
      expect((await act(id, 'return', back)).body.transfer).toMatchObject({
        returned: '100.00',
        unassigned: '0.00',
      })
    const unnamed = { amount: '500.00', reason: 'Two seats fewer', orderId, requestId: randomUUID() }
    expect((await act(id, 'return', unnamed)).body.fields).toMatchObject([{ path: 'seatIds' }])
    const [last, first] = (await places.seatsOf(orderId))!.toClose.map((seat) => seat.id)
    expect((await act(id, 'return', { ...unnamed, seatIds: [first] })).body.code).toBe('SEATS_CHANGED')
    expect(Object.keys((await orderOf(orderId)).transferRefunds)).toEqual([])
    const refund = { ...unnamed, seatIds: [last] }
    // Another process stores the same refund between the reading and the storing of this one.
    const log = shop.site.container.get(EventLog)
    const append = log.append.bind(log)
    vi.spyOn(log, 'append').mockImplementationOnce(async (item) => {
      await append(item)
      return append(item)
    })
    for (let times = 0; times < 2; times += 1)
      expect((await act(id, 'return', refund)).body.transfer).toMatchObject({
        applied: '2000.00',
        returned: '600.00',
        returns: [{ amount: '100.00', reason: 'Paid too much' }],
      })
    expect(Object.values((await orderOf(orderId)).creditNotes)).toMatchObject([{ amount: 50_000 }])
    const [refunded] = Object.values((await orderOf(orderId)).transferRefunds)
    expect(refunded).toMatchObject({ amount: 50_000, reason: 'Two seats fewer' })
    expect(await places.seatsOf(orderId)).toMatchObject({ bought: 2, open: 1, closing: 0, closed: 1 })
    expect((await act(id, 'return', { ...refund, amount: '2000.01', requestId: randomUUID() })).status).toBe(
      409,
    )
  })

  test('given money that no order has, when it arrives, is used, taken away, sent back, voided or reversed, then the books of each day are the account at the bank', async () => {
    const orderId = await ordered()
    const text = printedReference(orderId)
    /** The figures of a day or month of 2026: received, refunded, unassigned. */
    const books = async (period: string, dates = 'stripe') => {
      const { body } = await finance.get(
        `/api/finance/books?by=${period.length === 7 ? 'month' : 'day'}&dates=${dates}`,
      )
      const line = body.lines.find(
        (one: { period: string; currency: string }) => one.period === period && one.currency === 'usd',
      )
      return [line?.received ?? '0.00', line?.refunded ?? '0.00', line?.unassigned ?? '0.00']
    }
    const arrived = await record([
      paid('for nobody known', '3000.00', { day: '2026-09-01' }),
      paid('never arrived', '12.00', { day: '2026-09-02' }),
      paid(text, '87.65', { day: '2026-09-03' }),
    ])
    expect(outcomes(arrived)).toEqual(['unassigned: no-reference', 'unassigned: no-reference', 'applied'])
    const found = async (q: string) =>
      (await listed(finance, `?q=${q}`)).transfers[0] as unknown as { id: string }
    const { id } = await found('for nobody known')
    const { id: mistaken } = await found('never arrived')
    expect(await books('2026-09-01')).toEqual(['0.00', '0.00', '3000.00'])
    expect(await books('2026-09')).toEqual(['87.65', '0.00', '3012.00'])

    expect((await act(id, 'apply', { orderId, amount: '1000.00' })).status).toBe(200)
    expect(await books('2026-09-01')).toEqual(['1000.00', '0.00', '2000.00'])
    const today = new Date().toISOString().slice(0, 10)
    const before = (await books(today)).map(Number)
    expect((await act(id, 'withdraw', { orderId, reason: 'Of another order' })).status).toBe(200)
    const after = (await books(today)).map(Number)
    expect(after.map((figure, at) => figure - before[at]!)).toEqual([-1000, 0, 1000])
    const back = (amount: string, returnedOn?: string) => ({
      ...{ amount, reason: 'Sent back', requestId: randomUUID() },
      ...(returnedOn !== undefined && { returnedOn }),
    })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    for (const day of ['2026-08-31', tomorrow])
      expect((await act(id, 'return', back('500.00', day))).body.fields, day).toMatchObject([
        { path: 'returnedOn' },
      ])
    const returned = await act(id, 'return', back('500.00', '2026-10-05'))
    expect(returned.body.transfer.returns).toMatchObject([{ at: '2026-10-05T10:00:00.000Z' }])
    expect(await books('2026-10-05')).toEqual(['0.00', '0.00', '-500.00'])
    expect((await act(id, 'return', back('1.00'))).body.transfer.returns[0].at).toContain(today)
    expect((await books(today)).map(Number)[2]! - after[2]!).toBe(-1)
    // Of an order: its refund has the day, too.
    expect((await act(id, 'apply', { orderId, amount: '100.00' })).status).toBe(200)
    const refund = { ...back('100.00', '2026-10-06'), orderId, seatIds: [] }
    expect((await act(id, 'return', refund)).status).toBe(200)
    expect(await books('2026-10-06')).toEqual(['0.00', '100.00', '0.00'])

    const mark = (isMistaken: boolean) =>
      act(mistaken, 'mistake', { mistaken: isMistaken, reason: 'Another account' })
    for (const [isMistaken, unassigned] of [
      [true, '0.00'],
      [false, '12.00'],
      [true, '0.00'],
    ] as const) {
      expect((await mark(isMistaken)).status).toBe(200)
      expect(await books('2026-09-02')).toEqual(['0.00', '0.00', unassigned])
    }
    const taken = paid(text, '87.65', { day: '2026-10-07', direction: 'DBIT', reversal: true })
    expect(outcomes(await record([taken]))).toEqual(['returned'])
    expect(await books('2026-09-03')).toEqual(['87.65', '0.00', '0.00'])
    expect(await books('2026-10-07')).toEqual(['-87.65', '0.00', '0.00'])

    // The figure opens its events: of orders, and of transfers.
    const { body } = await finance.get(
      '/api/finance/books/entries?kind=unassigned&from=2026-09-01&to=2026-09-02',
    )
    expect(body.sums).toEqual([{ currency: 'usd', amount: '1900.00' }])
    const told = body.entries.map((one: Record<string, string | null>) => [
      ...[one.type, one.amount, one.orderId, one.transferId],
    ])
    expect(told).toEqual([
      ['TransferObserved', '3000.00', null, id],
      ['TransferObserved', '12.00', null, mistaken],
      ['TransferApplied', '-1000.00', orderId, null],
      ['TransferApplied', '-100.00', orderId, null],
      ...['-12.00', '12.00', '-12.00'].map((amount) => [
        ...[amount.startsWith('-') ? 'TransferVoided' : 'TransferReinstated', amount, null, mistaken],
      ]),
    ])
    // The books made again, and checked.
    await forgetBooks(shop.database.adminUrl)
    expect(await books('2026-09')).toEqual(['1187.65', '0.00', '1900.00'])
    expect((await verifyOrders(shop.site.container.get(EventLog))).books.faults).toEqual([])
    expect(await rebuildLedger(shop.database.adminUrl)).toBe(0)
  })

  test('given one transfer that twenty orders ask for at once, when all are answered, then no more than it has is applied', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => ordered()))
    await record([paid('for some', '10000.00')])
    const { id } = await newest()
    const answers = await Promise.all(orders.map((orderId) => act(id, 'apply', { orderId })))
    const taken = answers.filter(({ status }) => status === 200).length
    expect(taken).toBe(4)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(16)
    const sums = await Promise.all(orders.map(async (orderId) => received(await orderOf(orderId))))
    expect(sums.reduce((all, sum) => all + sum, 0)).toBe(1_000_000)
  })

  test('given all of this, when the ledger is listed, verified and made again, then sums add up and a changed row is found', async () => {
    const { sums } = await listed()
    for (const { amount, applied, unassigned, returned } of sums)
      expect(Number(applied) + Number(unassigned) + Number(returned)).toBeCloseTo(Number(amount), 2)
    for (const state of ['applied', 'unassigned', 'returned'])
      expect((await listed(finance, `?state=${state}`)).transfers.length).toBeGreaterThan(0)
    const [seen] = (await listed(viewer)).transfers
    expect(seen).toMatchObject({ senderName: null, senderAccount: null, remittance: null })
    const { transfers } = await listed(finance, '?state=applied')
    const one = transfers.at(-1) as unknown as {
      id: string
      amount: string
      bookedOn: string
      senderName: string
      senderAccount: string
      remittance: string
      orders: { orderId: string }[]
    }
    expect(one.senderName).toBe('Example GmbH')

    const ids = async (query: Record<string, string>, by = finance) =>
      (await listed(by, `?pageSize=100&${new URLSearchParams(query)}`)).transfers.map(({ id }) => id)
    const { orderId } = one.orders[0]!
    const ofOrder = (await listed(finance, '?pageSize=100')).transfers
      .filter(({ orders }) =>
        (orders as unknown as { orderId: string }[]).some((each) => each.orderId === orderId),
      )
      .map(({ id }) => id)
    const { invoiceNumber } = (await finance.get(`/api/finance/orders?q=${orderId}`)).body.orders[0]
    for (const q of [orderId, orderId.slice(-8).toUpperCase(), printedReference(orderId), invoiceNumber]) {
      for (const id of ofOrder) expect(await ids({ q }), q).toContain(id)
      expect(await ids({ q }, viewer), q).toEqual(ofOrder)
    }
    expect(await ids({ q: one.id })).toEqual([one.id])
    const all = (await listed(finance, '?pageSize=100')).transfers
    const having = all.filter(({ amount }) => amount === one.amount).map(({ id }) => id)
    expect(having.length).toBeLessThan(all.length)
    const spelt = Number(one.amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    for (const q of [one.amount, spelt]) {
      expect(await ids({ q }, viewer), q).toEqual(having)
      expect(await ids({ q }), q).toEqual(expect.arrayContaining(having))
    }
    const inFours = one.senderAccount.replace(/(.{4})(?=.)/g, '$1 ')
    for (const q of ['example gmbh', inFours, one.remittance.slice(0, 40)])
      expect(await ids({ q }), q).toContain(one.id)
    for (const q of ['example gmbh?', '%', '_']) expect(await ids({ q }), q).toEqual([])
    expect(await ids({ q: 'example gmbh' }, viewer)).toEqual([])
    expect(await ids({ q: inFours }, viewer)).toEqual([])
    const booked = (await ids({ from: one.bookedOn, to: one.bookedOn })).length
    expect(booked).toBe(all.filter(({ bookedOn }) => bookedOn === one.bookedOn).length)
    expect(await ids({ from: '2999-01-01' })).toEqual([])
    expect((await finance.get('/api/finance/transfers?from=soon')).status).toBe(400)
    // A person who sees the senders leaves a trace, and a viewer sees none.
    const { entries } = (await (await shop.staff()).get('/api/audit')).body
    const readers = entries.filter(({ action }: { action: string }) => action === 'Read bank transfers')
    expect(readers).toContainEqual(expect.objectContaining({ by: 'finance-of-transfers' }))
    expect(readers).not.toContainEqual(expect.objectContaining({ by: 'viewer-of-transfers' }))
    const { placed } = await orderOf(one.orders[0]!.orderId)
    const personal = shop.site.container.getAll(PersonalData).find(({ name }) => name === 'orders')!
    const person = { userId: placed!.buyerId, email: 'nobody@example.com' }
    expect(await personal.export(person)).toMatchObject([
      { bankTransfers: [{ name: 'Example GmbH', account: 'DE89370400440532013000' }] },
    ])
    const theirs = printedReference(one.orders[0]!.orderId)
    // An entry that a person has to look at, and money that no order has, speak of the erased person too.
    await record([
      paid(theirs, '61.00', { direction: 'DBIT', reversal: true }),
      paid(`late ${theirs}`, '62.00', { sender: 'Ada Lovelace' }),
    ])
    await personal.erase(person)
    expect((await listed()).unmatched.find(({ amount }) => amount === '61.00')?.remittance).toBe('')
    const unused = (await listed()).transfers.find(({ amount }) => String(amount) === '62.00')
    expect(unused).toMatchObject({ senderName: null, remittance: null })
    const erased = (await listed(finance, '?state=applied')).transfers.at(-1)
    expect(erased).toMatchObject({ id: one.id, senderName: null, senderAccount: null, remittance: null })

    const log = shop.site.container.get(EventLog)
    const verified = await verifyOrders(log)
    expect(verified.transfers).toMatchObject({ count: 0, faults: [] })
    expect(verified.transfers.checked).toBeGreaterThan(10)
    expect(verified).toMatchObject({ differing: 0, streams: { count: 0 }, books: { count: 0 } })
    expect(await rebuildLedger(shop.database.adminUrl)).toBe(0)
    await shop.sql.query(
      `update commerce_transfer_use set withdrawn_minor = 1 where use_id in (select use_id from commerce_transfer_use where withdrawn_minor = 0 limit 1)`,
      [],
    )
    expect((await verifyOrders(log)).transfers.count).toBe(2)
    expect(await rebuildLedger(shop.database.adminUrl)).toBe(2)
    expect((await verifyOrders(log)).transfers.count).toBe(0)
  })
})
