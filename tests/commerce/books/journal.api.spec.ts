import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import { Settings } from '#platform/settings/settings.ts'
import { forgetBooks } from '../../../src/modules/commerce/finance/books/forget-books.ts'
import { accountSettings } from '../../../src/modules/commerce/finance/journal/accounts.ts'
import { sellerSettings } from '../../../src/modules/commerce/invoices/seller-settings.ts'
import { Transfers } from '../../../src/modules/commerce/payments/bank-transfers/transfers.ts'
import { plan } from '../../leadership/cohorts/program-log.ts'
import { given } from '../../support/given.ts'
import { openShop, productId } from '../support/shop.ts'
import { makeWorld } from '../support/world.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
const minor = (text: string): number => fromDecimal(text, 'usd')
const accounts = accountSettings.schema.parse({})

interface Line {
  date: string
  id: string
  text: string
  document: string
  debit: string
  credit: string
  amount: number
  rate: string
}

const file = async (query = '') => {
  const answer = await staff.get(`/api/finance/journal.csv${query}`)
  expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  return answer.text
}
const linesOf = (csv: string): Line[] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const [
        date = '',
        id = '',
        text = '',
        document = '',
        ,
        debit = '',
        credit = '',
        amount = '',
        ,
        ,
        rate = '',
      ] = line.replaceAll('"', '').replace(', tax', ' tax').split(',')
      return { date, id, text, document, debit, credit, amount: minor(amount), rate }
    })

/** By how much the lines change an account, debit less credit. */
const changeOf = (lines: readonly Line[], ...names: (keyof typeof accounts)[]): number =>
  lines.reduce((sum, { debit, credit, amount }) => {
    const own = names.map((name) => accounts[name])
    return sum + (own.includes(debit) ? amount : 0) - (own.includes(credit) ? amount : 0)
  }, 0)
/** What movements of this name come to, those the other way round taken off. */
const sumOf = (lines: readonly Line[], text: string, account: keyof typeof accounts): number =>
  lines
    .filter((line) => line.text === text)
    .reduce((sum, { debit, amount }) => sum + (debit === accounts[account] ? amount : -amount), 0)

beforeAll(async () => {
  const seller = { taxLabel: 'VAT', taxPercent: 19 }
  await shop.site.container.get(Settings).write(sellerSettings, seller, 'test')
  await makeWorld({ orders: shop.orders, database: shop.site.container.get(Database) }, 48)
  const { orderId } = await shop.paidOrder()
  await staff.post(`/api/finance/orders/${orderId}/refunds`, {
    amount: '125.01',
    reason: 'late start',
    requestId: randomUUID(),
  })
  await staff.post('/api/finance/books/fees')
  await companyOrder()
  await shop.sql.query(
    `insert into commerce_payout (id, amount_minor, currency, status, automatic, itemised, arrives_at, created_at)
     values ('po_1', 7001, 'usd', 'paid', true, false, '2026-10-31', now()), ('po_2', 8001, 'usd', 'failed', true, false, '2026-10-31', now())`,
  )
})

/** An order of three seats, paid by a transfer of more than it costs; of another transfer nothing is assigned. */
async function companyOrder(): Promise<void> {
  const cohortId = randomUUID()
  await staff.post('/api/admin/cohorts', { id: cohortId, ...plan('2033-03-01'), capacity: 10 })
  const { http } = await shop.buyer()
  const organizationId = randomUUID()
  const address = { addressLine1: '1 Dock Road', city: 'Hamburg', country: 'Germany' }
  await http.post('/api/organizations', { id: organizationId, name: 'Keel Ltd', ...address })
  const order = { orderId: randomUUID(), organizationId, productId, seats: 3, method: 'invoice', cohortId }
  const { body } = await http.post('/api/company-orders', order)
  const transfers = shop.site.container.get(Transfers)
  const author = { actor: { kind: 'system', name: 'tests' } } as const
  for (const [amount, isFor] of [
    [760_000, body.order.id],
    [4_321, null],
  ]) {
    const id = randomUUID()
    const data = { amount, currency: 'usd', source: 'statement' as const, digest: id, bookedOn: '2026-10-20' }
    await transfers.observe(id, data, { name: null, account: null, remittance: '' }, author)
    if (isFor !== null) await transfers.apply(id, isFor, { amount: null, useId: null }, author)
  }
}

describe('the journal', () => {
  test('given a world of orders, then every month of the journal adds up to the books, to the schedule and to the register', async () => {
    const months = (await staff.get('/api/finance/books?by=month')).body.lines
    const schedule = (await staff.get('/api/finance/schedule')).body.lines
    expect(months.length).toBeGreaterThan(1)
    const all: string[] = []
    for (const month of months) {
      const days = `?from=${month.period}-01&to=${month.period}-${month.period.endsWith('-10') ? 31 : 30}`
      const lines = linesOf(await file(days))
      all.push(...lines.map(({ id }) => id))
      expect(changeOf(lines, 'stripe', 'bank'), month.period).toBe(minor(month.net))
      const assigned = sumOf(lines, 'Payment assigned', 'unassigned')
      expect(sumOf(lines, 'Payment received', 'stripe') + assigned).toBe(minor(month.received))
      expect(sumOf(lines, 'Refund paid', 'credits')).toBe(minor(month.refunded))
      expect(sumOf(lines, 'Payment disputed', 'disputes')).toBe(minor(month.disputed))
      expect(sumOf(lines, 'Stripe fee', 'fees')).toBe(minor(month.fees))
      expect(
        changeOf(
          lines.filter(({ text }) => text === 'Unassigned payment'),
          'stripe',
          'bank',
        ) - assigned,
      ).toBe(minor(month.unassigned))
      const deferred = schedule.find(({ period }: { period: string }) => period === month.period)
      expect(0 - changeOf(lines, 'deferred')).toBe(
        deferred === undefined ? 0 : minor(deferred.closing) - minor(deferred.opening),
      )
    }
    expect(new Set(all).size).toBe(all.length)
    const everything = linesOf(await file())
    expect(everything.map(({ id }) => id).toSorted()).toEqual(all.toSorted())
    expect(everything.filter(({ text }) => text === 'Payout')).toMatchObject([
      { id: 'po_1', date: '2026-10-31', debit: accounts.bank, credit: accounts.stripe, amount: 7_001 },
    ])
    const register = (await staff.get('/api/finance/documents.csv')).text.trim().split('\r\n').slice(1)
    const taxes = register.reduce((sum, line) => sum + minor(line.split(',').at(-5) ?? ''), 0)
    expect(0 - changeOf(everything, 'tax')).toBe(taxes)
    expect(taxes).toBeGreaterThan(0)
    expect(everything.filter(({ text }) => text.endsWith(' tax')).every(({ rate }) => rate === '19')).toBe(
      true,
    )
  })

  test('given the same log, when the journal is made twice and after the books were made anew, then its bytes are the same', async () => {
    const csv = await file()
    expect(await file()).toBe(csv)
    await forgetBooks(shop.database.adminUrl)
    expect(await file()).toBe(csv)
    await shop.site.container
      .get(Settings)
      .write(accountSettings, { ...accounts, bank: '1025 House bank' }, 'test')
    const renamed = await file()
    expect(renamed).toContain('1025 House bank')
    expect(linesOf(renamed).map(({ id }) => id)).toEqual(linesOf(csv).map(({ id }) => id))
    await shop.site.container.get(Settings).write(accountSettings, accounts, 'test')
    expect(await file()).toBe(csv)
  })

  test('given an account that is empty, then a journal that needs it is refused with the movement, and one that does not is made', async () => {
    await shop.site.container.get(Settings).write(accountSettings, { ...accounts, fees: '' }, 'test')
    const refused = await staff.get('/api/finance/journal.csv')
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'ACCOUNT_MISSING' })
    expect(refused.body.error).toMatch(
      /^“Stripe fees” has no account, which this needs: Stripe fee of \d{4}-\d\d-\d\d \(INV-\d+\), 72\.80 USD\.$/,
    )
    expect(linesOf(await file('?to=2026-10-31')).length).toBeGreaterThan(0)
    await shop.site.container.get(Settings).write(accountSettings, accounts, 'test')
  })

  test('given weeks that have passed, then each is earned once, under an id that stays, and the rest is deferred', async () => {
    const before = linesOf(await file())
    expect(before.filter(({ text }) => text === 'Income earned')).toEqual([])
    shop.clock.advance(Date.parse('2033-03-15T12:00:00Z') - shop.clock.now().getTime())
    const later = await shop.staff()
    const answer = await later.get('/api/finance/journal.csv')
    const lines = linesOf(answer.text)
    const earned = lines.filter(({ text }) => text === 'Income earned')
    // Twelfths of three seats over 2,500.00 with 19 % VAT: 6,302.52 net.
    expect(earned.map(({ date, debit, credit, amount }) => [date, debit, credit, amount])).toEqual([
      ['2033-03-07', accounts.deferred, accounts.income, 52_521],
      ['2033-03-14', accounts.deferred, accounts.income, 52_521],
    ])
    const known = new Set(before.map(({ id }) => id))
    expect(lines.filter(({ id }) => known.has(id))).toEqual(before)
  })
})
