import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Transfers } from '../../../src/modules/commerce/payments/bank-transfers/transfers.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { plan } from '../../leadership/cohorts/program-log.ts'
import { given } from '../../support/given.ts'
import { openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())

const linesOf = async () => {
  const answer = await staff.get('/api/finance/schedule')
  expect(answer.status, answer.text).toBe(200)
  return answer.body.lines as Record<string, string>[]
}
const file = async (query = '') => {
  const answer = await staff.get(`/api/finance/schedule.csv${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}

async function opened(startsOn: string): Promise<string> {
  const id = randomUUID()
  const answer = await staff.post('/api/admin/cohorts', { id, ...plan(startsOn), capacity: 10 })
  expect(answer.status, answer.text).toBe(200)
  return id
}

/** An order of three seats in a cohort, by invoice. */
async function companyOrder(cohortId: string): Promise<string> {
  const { http } = await shop.buyer()
  const organizationId = randomUUID()
  const address = { addressLine1: '1 Dock Road', city: 'Hamburg', country: 'Germany' }
  await http.post('/api/organizations', { id: organizationId, name: 'Keel Ltd', ...address })
  const order = { orderId: randomUUID(), organizationId, productId, seats: 3, method: 'invoice', cohortId }
  const answer = await http.post('/api/company-orders', order)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.order.id
}

async function paidByTransfer(orderId: string, amount: number): Promise<void> {
  const transfers = shop.site.container.get(Transfers)
  const author = { actor: { kind: 'system', name: 'tests' } } as const
  const id = randomUUID()
  const data = { amount, currency: 'usd', source: 'statement' as const, digest: id, bookedOn: '2026-11-20' }
  await transfers.observe(id, data, { name: null, account: null, remittance: '' }, author)
  await transfers.apply(id, orderId, { amount: null, useId: null }, author)
}

test('given orders of a person and of a company, when the schedule is read, then what has no place waits, what has one is planned, and file and screen say the same', async () => {
  const month = shop.clock.now().toISOString().slice(0, 7)
  const { orderId: one } = await shop.paidOrder()
  const cohortId = await opened('2033-03-01')
  const orderId = await companyOrder(cohortId)
  const unpaid = {
    period: month,
    opening: '0.00',
    invoiced: '10000.00',
    credited: '0.00',
    recognized: '0.00',
  }
  expect(await linesOf()).toEqual([{ ...unpaid, currency: 'usd', closing: '10000.00', undated: '10000.00' }])
  await paidByTransfer(orderId, 750_000)
  const dated = await linesOf()
  expect(dated[0]).toMatchObject({ closing: '10000.00', undated: '2500.00' })
  // The weeks end on March 7, 14, 21 and 28, then until May 23.
  expect(dated.slice(-3)).toMatchObject([
    { period: '2033-03', recognized: '2499.96', closing: '7500.04' },
    { period: '2033-04', recognized: '2500.02', closing: '5000.02' },
    { period: '2033-05', recognized: '2500.02', closing: '2500.00', undated: '2500.00' },
  ])
  await staff.post(`/api/admin/cohorts/${cohortId}/cancel`, {})
  expect(await linesOf()).toMatchObject([{ closing: '10000.00', undated: '10000.00' }])
  await staff.post(`/api/finance/orders/${one}/refunds`, {
    amount: '500.00',
    reason: 'late start',
    requestId: randomUUID(),
  })
  const [line] = await linesOf()
  expect(line).toMatchObject({ credited: '500.00', closing: '9500.00', undated: '9500.00' })

  const csv = await file()
  expect(csv).toBe(await file())
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    [month, 'usd', '0.00', '10000.00', '500.00', '0.00', '9500.00', '9500.00', 'planned'].join(','),
  ])
  expect((await file('?to=2020-01-31')).trim().split('\r\n')).toHaveLength(1)
})

test('given a viewer, then the table is shown and the file is refused', async () => {
  const [username, password] = ['eve.viewer', 'A-password-of-staff-1A']
  await shop.site.container.get(Staff).create({ username, password, role: 'viewer' }, { replace: true })
  const http = shop.client()
  await http.post('/api/auth/login', { username, password })
  expect((await http.get('/api/finance/schedule')).status).toBe(200)
  expect((await http.get('/api/finance/schedule.csv')).status).toBe(403)
})
