import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Settings } from '#platform/settings/settings.ts'
import { BackupMarks } from '#platform/storage/backup-marks.ts'
import { printedReference } from '../../../src/modules/commerce/domain/transfer-reference.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { PrintedNumbers } from '../../../src/modules/commerce/invoices/printed-numbers.ts'
import { bankAccountSettings } from '../../../src/modules/commerce/payments/bank-transfers/bank-account.ts'
import { PrivacyRequests } from '../../../src/modules/identity/customers/privacy-requests.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { CredentialKeys } from '../../../src/modules/leadership/credentials/credential-keys.ts'
import { CompromisedKeyMarks } from '../../../src/modules/leadership/credentials/credentials-after-restore.ts'
import { finish, openCohort } from '../../leadership/credentials/finished.ts'
import { eventually } from '../../support/app.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { camt, ownIban } from '../payments/bank-transfers/camt-files.ts'
import { copyDatabase, onServer } from '../support/backup.ts'
import { cli } from '../support/cli.ts'
import { openShop, productId, type Shop } from '../support/shop.ts'

const author = { actor: { kind: 'system', name: 'test' } } as const
let first: Shop
let running: Shop
let backup: string
/** Where documents are kept: beside the database, hence not restored with it. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veralead-drill-'))
  first = await openShop({ env: { DATA_DIR: folder } })
  running = first
  backup = `${first.database.name}_backup`
})
afterAll(async () => {
  if (running !== undefined && running !== first) await running.stop()
  await first?.stop()
  await rm(folder, { recursive: true, force: true })
  if (first !== undefined)
    await onServer(first, (client) => client.query(`drop database if exists ${backup} with (force)`))
})

/** A further process on the same database and lab; nothing happens there but what the test does. */
async function start(): Promise<HttpClient> {
  running = await openShop({ beside: first, env: { DATA_DIR: folder } })
  await running.reconciler.stop()
  return running.staff()
}

async function importedBy(http: HttpClient, statement: Buffer): Promise<string[]> {
  const headers = { 'content-type': 'application/octet-stream' }
  const { body } = await http.send('POST', '/api/finance/bank-statements', { raw: statement, headers })
  return body.entries.map(({ outcome }: { outcome: string }) => outcome)
}

async function days(staff: HttpClient) {
  const { lines } = (await staff.get('/api/finance/books?by=day&dates=stripe')).body
  return lines.map(({ lateEntries: _, ...figures }: { lateEntries: number }) => figures)
}

/** Confirmations and refund mails of orders: how many are in each state. */
async function mailStates(orderIds: readonly string[]): Promise<Record<string, number>> {
  const rows = await running.sql.query<{ state: string }>(
    `select state from commerce_order_mail where order_id = any($1::uuid[]) and kind in ('confirmation', 'refund')`,
    [orderIds],
  )
  const counts: Record<string, number> = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
const code = 'DRILL-20'
async function companyAndCoupon() {
  const [manager, owner] = [await first.buyer(), await first.staff()]
  const [organizationId, couponId] = [randomUUID(), randomUUID()]
  const address = { addressLine1: '1 Dock Road', city: 'Hamburg', country: 'Germany' }
  await manager.http.post('/api/organizations', { id: organizationId, name: 'Keel Ltd', ...address })
  const limits = { amount: null, productId: null, cohortId: null, maxUses: 5, maxSeats: 10 }
  const terms = { ...limits, id: couponId, code, percent: 20, validUntil: '2040-01-01T00:00:00Z' }
  const defined = await owner.post('/api/admin/prices/coupons', terms)
  expect(defined.status, defined.text).toBe(200)
  return { manager, organizationId, couponId }
}
async function companyOrder(http: HttpClient, how: Record<string, unknown>): Promise<string> {
  const placed = await http.post('/api/company-orders', {
    ...{ orderId: randomUUID(), productId, seats: 2 },
    ...how,
  })
  expect(placed.status, placed.text).toBe(200)
  return placed.body.order.id
}
/** The seats of each order with their claim, and how often the coupon is used. */
async function seatsAndUses(orderIds: readonly string[], couponId: string) {
  const seats = await running.sql.query<{ seats: number; claim: string }>(
    'select count(*)::int as seats, claim from program_seat where order_id = any($1::uuid[]) group by order_id, claim order by claim, 1',
    [orderIds],
  )
  const [coupon] = await running.sql.query('select uses from commerce_coupon where id = $1', [couponId])
  return { seats: seats.map(({ seats: count, claim }) => [count, claim]), uses: coupon?.uses }
}
/** What a member of staff, an owner or the operator decided, as the database has it. */
async function decided(of: { credentials: string[]; members: string[] }) {
  const [credentials, members, [key]] = await Promise.all([
    running.sql.query<{ id: string; held: boolean; revoked: string | null }>(
      'select id, held, revoked from program_credential',
    ),
    running.sql.query<{ id: string; role: string; disabled: boolean; factor: boolean }>(
      'select id, role, disabled_at is not null as disabled, totp_box is not null as factor from identity_staff',
    ),
    running.sql.query(
      'select compromised_at is not null as known from program_credential_key where id = $1',
      [otherKey],
    ),
  ])
  return {
    credentials: of.credentials.map((id) => {
      const { held, revoked } = credentials.find((one) => one.id === id)!
      return revoked ?? (held ? 'suspended' : 'valid')
    }),
    members: of.members.map((id) => {
      const { role, disabled, factor } = members.find((one) => one.id === id)!
      return [role, disabled ? 'disabled' : 'enabled', factor ? 'factor' : 'none']
    }),
    keyKnown: key?.known,
  }
}
/** Three certificates, one of them suspended, three members of staff with second factors, and another key that signed. */
async function certificatesAndStaff() {
  const owner = await first.staff()
  const orders = [await first.paidOrder(), await first.paidOrder(), await first.paidOrder()]
  const cohortId = await openCohort(first, owner, orders)
  for (const { orderId } of orders) await finish(first, cohortId, orderId)
  const { body } = await owner.post('/api/admin/credentials', { orderIds: orders.map((one) => one.orderId) })
  expect(body.refused).toEqual([])
  const credentials = body.awarded.map(({ id }: { id: string }) => id) as string[]
  const held = await owner.post(`/api/admin/credentials/${credentials[2]}/suspend`, {
    reason: 'A complaint.',
  })
  expect(held.status, held.text).toBe(200)
  const members = await Promise.all(
    ['left.the.firm', 'lost.the.phone', 'stays.as.is'].map(async (username) => {
      const member = { username, password: 'A-password-of-staff-1A', role: 'viewer' } as const
      return (await first.site.container.get(Staff).create(member, { totp: true })).id
    }),
  )
  await first.sql.query('insert into program_credential_key (id, first_used_at) values ($1, now())', [
    otherKey,
  ])
  return { credentials, members }
}
const otherKey = 'z6MkotherKeyOfTheTests'
const numbers = (orderIds: readonly string[]) =>
  running.sql.query(
    'select kind, number, order_id, refund_id from commerce_invoice where order_id = any($1::uuid[]) order by 1, 2',
    [orderIds],
  )
const messageIds = async (emails: readonly string[]): Promise<string[]> => {
  const mails = await Promise.all(
    emails.map(
      async (to) => (await running.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails,
    ),
  )
  return mails.flat().map(({ messageId }: { messageId: string }) => messageId)
}

test('D-1, D-2: given a backup of yesterday, and a lost day with paid and unpaid orders, a refund and a dispute, when the database is restored and everything is recorded with one command, then nothing is left, 0 rows differ, numbers and books are as before, and no mail is sent twice', async () => {
  const disputed = await first.paidOrder()
  const refunded = await first.paidOrder()
  const undecided = await first.buyer()
  const { manager, organizationId, couponId } = await companyAndCoupon()
  const erased = await first.buyer()
  const facts = await certificatesAndStaff()
  await first.site.container
    .get(Settings)
    .write(bankAccountSettings, { iban: ownIban, bic: 'BYLADEM1001', bank: 'Bank' }, 'owner')
  await first.inbox.idle()
  await first.site.stop()
  await copyDatabase(first, first.database.name, backup)

  // The day that will be lost.
  let staff = await start()
  const paid = [await running.paidOrder(), await running.paidOrder(), await running.paidOrder()]
  const again = running.client()
  again.setCookie('session', await running.sessionOf(undecided))
  const unpaid = (await running.checkout({ ...undecided, http: again })).body
  await running.lab(`/lab/objects/${refunded.intentId}/refund`, { amount: 12_500 })
  await running.lab(`/lab/objects/${disputed.intentId}/dispute`)
  for (const { intentId } of [refunded, disputed]) await running.observations.observe(intentId, author)
  // A company, by invoice with a coupon and by card.
  const asManager = running.client()
  asManager.setCookie('session', await running.sessionOf(manager))
  const byInvoice = await companyOrder(asManager, { organizationId, method: 'invoice', couponCode: code })
  const byCard = await companyOrder(asManager, { organizationId, method: 'card', couponCode: null })
  const { paymentIntent } = (await asManager.post(`/api/company-orders/${byCard}/payment`, {})).body
  await running.pay(paymentIntent.clientSecret)
  await running.observations.observe(paymentIntent.id, author)
  const quoted = await asManager.post('/api/quotes', {
    id: randomUUID(),
    organizationId,
    productId,
    seats: 1,
  })
  expect(quoted.status, quoted.text).toBe(200)
  const quote = `/api/quotes/${quoted.body.token}`
  const accepted = await running.client().post(`${quote}/accept`, { name: 'Mary' })
  expect(accepted.status, accepted.text).toBe(200)
  const companys = [byInvoice, byCard, accepted.body.orderId as string]
  // The bank: a part of an invoice, and money for nobody known.
  const statement = camt([
    { amount: '1000.00', text: printedReference(byInvoice), reference: 'D1' },
    { amount: '50.00', text: 'a word', reference: 'D2' },
  ])
  expect(await importedBy(staff, statement)).toEqual(['applied', 'unassigned'])
  // What staff and the operator decide, and what a mark beside the documents keeps of it.
  const [withdrawnId, suspendedId, resumedId] = facts.credentials
  const [leftId, phoneId] = facts.members
  for (const [id, action] of [
    [withdrawnId, 'withdraw'],
    [suspendedId, 'suspend'],
    [resumedId, 'resume'],
  ] as const) {
    const answer = await staff.post(`/api/admin/credentials/${id}/${action}`, { reason: 'It was found out.' })
    expect(answer.status, answer.text).toBe(200)
  }
  const left = { disabled: true, role: 'finance' }
  expect((await staff.send('PATCH', `/api/admin/staff/${leftId}`, { body: left })).status).toBe(200)
  expect((await staff.send('DELETE', `/api/admin/staff/${phoneId}/second-factor`)).status).toBe(200)
  await running.site.container
    .get(CredentialKeys)
    .markCompromised(otherKey, new Date(), first.database.adminUrl)
  const marks = running.site.container.get(BackupMarks)
  await new CompromisedKeyMarks(running.site.container.get(CredentialKeys), marks).keep()
  await eventually(
    async () =>
      (await marks.newest('credential', resumedId!))?.state === 'valid' &&
      (await marks.newest('credential', withdrawnId!)) !== null &&
      (await marks.newest('credential', suspendedId!)) !== null &&
      (await marks.newest('staff account', leftId!)) !== null &&
      (await marks.newest('staff role', leftId!)) !== null &&
      (await marks.newest('second factor', phoneId!)) !== null,
    30,
  )
  const privacy = () => running.site.container.get(PrivacyRequests)
  await privacy().erase(erased.id)
  await privacy().finishErasure({ data: { userId: erased.id } } as never)
  for (const id of companys)
    expect((await staff.get(`/api/finance/orders/${id}/documents/invoice`)).status).toBe(200)
  const orders = [disputed, refunded, ...paid].map(({ orderId }) => orderId)
  const people = [disputed, refunded, ...paid].map(({ buyer }) => buyer.email)
  await eventually(async () => ((await mailStates(orders)).sent ?? 0) === 6, 30)
  await running.inbox.idle()
  await staff.post('/api/finance/books/fees')
  const then = {
    days: await days(staff),
    numbers: await numbers([...orders, ...companys]),
    seats: await seatsAndUses(companys, couponId),
    decided: await decided(facts),
  }
  expect(then.decided).toEqual({
    credentials: ['person', 'suspended', 'valid'],
    members: [
      ['finance', 'disabled', 'factor'],
      ['viewer', 'enabled', 'none'],
      ['viewer', 'enabled', 'factor'],
    ],
    keyKnown: true,
  })
  expect(then.seats).toEqual({
    seats: [
      [1, 'open'],
      [2, 'open'],
      [2, 'paid'],
    ],
    uses: 1,
  })
  const sent = await messageIds(people)
  await running.site.stop()

  // Wiped, restored; the buyer who had not paid begins another order before anybody has compared.
  await onServer(first, (client) => client.query(`drop database ${first.database.name} with (force)`))
  await copyDatabase(first, backup, first.database.name)
  // Somebody signed in before the command was run, which says nothing of another person's second factor.
  const asSuperuser = new Client({ connectionString: first.database.superUrl })
  await asSuperuser.connect()
  await asSuperuser.query(
    `insert into identity_activity (at, account, account_id, activity) values (now(), 'staff', $1, 'signed-in')`,
    [facts.members[2]],
  )
  await asSuperuser.end()
  const restored = await cli(
    running,
    folder,
    'orders-restored',
    '--as',
    'admin',
    '--reason',
    'disk',
    '--json',
  )
  expect(restored.code, restored.out + restored.err).toBe(0)
  expect(JSON.parse(restored.out).again).toEqual({
    'accounts erased': 1,
    'staff accounts disabled': 1,
    'staff accounts enabled': 0,
    'roles of staff changed': 1,
    'second factors removed': 1,
    'sessions ended': expect.any(Number),
    'credentials withdrawn': 1,
    'credentials suspended': 1,
    'credentials resumed': 1,
    'keys marked as compromised': 1,
  })
  staff = await start()
  expect(await decided(facts)).toEqual(then.decided)
  const kept = await messageIds(people)
  const returned = running.client()
  returned.setCookie('session', await running.sessionOf(undecided))
  const another = (await running.checkout({ ...undecided, http: returned })).body
  expect(another.order.id).not.toBe(unpaid.order.id)

  const ran = await cli(running, folder, 'reconcile', '--record', 'all', '--as', 'admin', '--json')
  const told = JSON.parse(ran.out)
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(told).toMatchObject({ ok: true, startedBy: 'admin', open: [], failures: [] })
  expect(told.settled).toHaveLength(7)

  // The quote of the lost day is gone, its order is there; the bank's file of that day is imported once more.
  expect([404, 410]).toContain((await running.client().get(quote)).status)
  expect(await importedBy(staff, statement)).toEqual(['applied', 'unassigned'])
  const log = running.site.container.get(EventLog)
  const verdict = await verifyOrders(log)
  expect(verdict).toMatchObject({ ok: true, differences: [], numbers: { count: 0 } })
  expect(await numbers([...orders, ...companys])).toEqual(then.numbers)
  expect(await seatsAndUses(companys, couponId)).toEqual(then.seats)
  expect((await running.orders.load(byInvoice)).order.dues).toMatchObject({ 1: { amount: 400_000 } })
  await staff.post('/api/finance/books/fees')
  expect(await days(staff)).toEqual(then.days)
  // The payment that nobody will make is over at Stripe as well; the order that its buyer began since goes on.
  expect((await running.stripe.paymentIntents.retrieve(unpaid.paymentIntent.id)).status).toBe('canceled')
  const statuses = await running.sql.query('select id, status from commerce_order where buyer_id = $1', [
    undecided.id,
  ])
  expect(new Map(statuses.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [unpaid.order.id, 'cancelled'],
      [another.order.id, 'pending'],
    ]),
  )
  // The mails of the lost day are queued again and known to be sent.
  await eventually(async () => ((await mailStates(orders)).sent ?? 0) === 6, 30)
  const ofLostDay = sent.filter((id) => !kept.includes(id))
  expect((await messageIds(people)).filter((id) => ofLostDay.includes(id))).toEqual([])

  // A number that was printed for something that is lost for good.
  const [{ highest }] = (await running.sql.query<{ highest: number }>(
    `select max(number)::int as highest from commerce_invoice where kind = 'invoice'`,
  )) as [{ highest: number }]
  const gone = { kind: 'invoice', orderId: randomUUID(), refundId: null } as const
  await running.site.container.get(PrintedNumbers).mark(gone, { number: highest + 1, year: null }, null)
  await running.paidOrder()
  const missing = `invoice ${highest + 1} is missing in the log`
  expect((await verifyOrders(log)).numbers.faults).toEqual([expect.stringContaining(missing)])
  const printed = `INV-${String(highest + 1).padStart(6, '0')}`
  const lose = (number: string) =>
    cli(running, folder, 'orders-restored', '--as', 'admin', '--reason', 'disk', '--lost-number', number)
  const lost = await lose(printed)
  expect(lost).toMatchObject({
    code: 0,
    out: expect.stringContaining(`was printed for order ${gone.orderId}`),
  })
  expect(await verifyOrders(log)).toMatchObject({ ok: true, numbers: { count: 0 } })
  const known = await lose('INV-000001')
  expect(known.code).toBe(2)
  expect(known.out + known.err).toContain('this number is in the log')

  // People are invited to the seats again; an invitation that is moved to another address is found.
  const seatsPath = `/api/organizations/${organizationId}/seats`
  const inviting = running.client()
  inviting.setCookie('session', await running.sessionOf(manager))
  const invited = await inviting.post(`${seatsPath}/invite`, { orderId: byCard, emails: ['kit@example.com'] })
  expect(invited.status, invited.text).toBe(200)
  const moveTo = (email: string) => running.sql.query('update program_seat_person set email = $1', [email])
  expect((await verifyOrders(log)).places.faults).toEqual([])
  await moveTo('mallory@example.com')
  expect((await verifyOrders(log)).places.faults.join()).toContain('program_seat_person')
  await moveTo('kit@example.com')
  expect(await verifyOrders(log)).toMatchObject({ ok: true })
}, 240_000)
