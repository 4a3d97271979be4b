import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { Places } from '../../../src/modules/leadership/index.ts'
import { type Buyer, openShop, productId, type Shop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan } from './program-log.ts'

const root = join(import.meta.dirname, '../../..')
let shop: Shop
let owner: HttpClient
beforeAll(async () => {
  // In a process of its own: the test runner's environment would make it a development build.
  execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
  shop = await openShop({ dist: join(root, 'dist') })
  owner = await shop.staff()
})
afterAll(() => shop?.stop())

const privateDay = '2031-08-11'
const privateWords = /2031-08-1\d|August 11, 2031/

interface Company {
  manager: Buyer
  id: string
}

async function company(name: string): Promise<Company> {
  const manager = await shop.buyer()
  const id = randomUUID()
  const details = { name, addressLine1: '1 Main Street', city: 'Boston', country: 'USA' }
  expect((await manager.http.post('/api/organizations', { id, ...details })).status).toBe(200)
  return { manager, id }
}

async function opened(capacity: number, organizationId: string | null, startsOn = privateDay) {
  const id = randomUUID()
  const body = { id, ...plan(startsOn), capacity, organizationId }
  const answer = await owner.post('/api/admin/cohorts', body)
  expect(answer.status, answer.text).toBe(200)
  return { id, cohort: answer.body.cohort }
}

const orderBy = ({ manager, id: organizationId }: Company, cohortId: string, seats = 1) =>
  manager.http.post('/api/company-orders', {
    ...{ orderId: randomUUID(), organizationId, productId, seats, cohortId, method: 'card' },
  })

it('given a private cohort, then no page and no call tells its id or its day to a stranger, a customer or a manager of another company', async () => {
  const [keel, rival] = [await company('Keel Ltd'), await company('Rival Ltd')]
  await opened(5, null, '2032-03-01')
  const { id, cohort } = await opened(10, keel.id)
  expect(cohort).toMatchObject({ organizationId: keel.id, organization: 'Keel Ltd', placesLeft: 10 })
  expect((await keel.manager.http.get(`/api/organizations/${keel.id}/cohorts`)).body.cohorts).toMatchObject([
    { id, startsOn: privateDay },
  ])
  const { paths } = (await shop.client().get('/api/openapi.json')).body
  const calls = Object.entries<object>(paths).flatMap(([path, methods]) =>
    'get' in methods && !path.startsWith('/api/dev/') ? [path.replace(/\{[^}]+\}/g, keel.id)] : [],
  )
  const sitemap = (await shop.client().get('/sitemap.xml')).text
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
  expect(calls.length).toBeGreaterThan(60)
  expect(pages.length).toBeGreaterThan(5)
  for (const reader of [shop.client(), (await shop.buyer()).http, rival.manager.http])
    for (const path of [...calls, ...pages]) {
      const { text } = await reader.get(path)
      expect(text.includes(id) || privateWords.test(text), path).toBe(false)
    }
})

it('given a private cohort, then only seats of its organization get a place: no buyer, no other company, no wait list, no change of cohort', async () => {
  const [keel, rival] = [await company('Keel Ltd'), await company('Rival Ltd')]
  const { id } = await opened(1, keel.id)
  const buyer = await shop.buyer()
  expect((await shop.checkout(buyer, { cohortId: id })).body.code).toBe('COHORT_NOT_OPEN')
  expect((await orderBy(rival, id)).body.code).toBe('COHORT_NOT_OPEN')
  const taken = await orderBy(keel, id)
  expect(taken.status, taken.text).toBe(200)
  expect((await orderBy(keel, id)).body.code).toBe('COHORT_FULL')
  const joined = await shop.client().post(`/api/cohorts/${id}/wait-list`, { email: buyer.email })
  expect(joined.body.code, joined.text).toBe('COHORT_NOT_OPEN')

  const from = await opened(3, null, '2032-04-05')
  const { buyer: participant, orderId } = await shop.paidOrder()
  const chosen = await participant.http.post(`/api/orders/${orderId}/cohort`, { cohortId: from.id })
  expect(chosen.status, chosen.text).toBe(200)
  const own = await opened(3, keel.id)
  const change = { cohortId: own.id, reason: 'asked for it' }
  expect(
    (await participant.http.post(`/api/program/${orderId}/cohort`, { cohortId: own.id })).body.code,
  ).toBe('COHORT_NOT_OPEN')
  const moved = await owner.post(`/api/admin/cohorts/${from.id}/participants/${orderId}/cohort`, change)
  expect(moved.body.code, moved.text).toBe('COHORT_NOT_OPEN')
})

it('given a quote for a cohort of its own, then one press of staff opens it with a place for each seat, and its acceptance takes them', async () => {
  const keel = await company('Keel Ltd')
  const ask = (further: object) =>
    keel.manager.http.post('/api/quotes', {
      ...{ id: randomUUID(), organizationId: keel.id, productId, seats: 60, reference: 'PO-4711' },
      ...further,
    })
  const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10)
  expect((await ask({ privateStart: soon })).body.fields).toMatchObject([{ path: 'privateStart' }])
  expect((await ask({ privateStart: privateDay, seats: 5 })).body.fields).toMatchObject([{ path: 'seats' }])
  const asked = await ask({ privateStart: privateDay })
  expect(asked.status, asked.text).toBe(200)
  const { token, number } = asked.body
  const read = async () => (await shop.client().get(`/api/quotes/${token}`)).body.quote
  expect(await read()).toMatchObject({ startsOn: privateDay, isPrivate: true, reference: 'PO-4711' })

  const listed = async () =>
    (await owner.get(`/api/finance/quotes?q=${number}`)).body.quotes[0] as {
      id: string
      privateOpen: boolean
    }
  const { id, privateOpen } = await listed()
  expect(privateOpen).toBe(false)
  const waiting = async () =>
    (await owner.get('/api/admin/today')).body.areas
      .flatMap(({ items }: { items: { title: string; count: number }[] }) => items)
      .find(({ title }: { title: string }) => title === 'Private cohorts to open')
  expect((await waiting())?.count).toBe(1)
  for (let press = 0; press < 2; press += 1) {
    const opening = await owner.post(`/api/finance/quotes/${id}/cohort`, {})
    expect(opening.status, opening.text).toBe(200)
  }
  expect(await listed()).toMatchObject({ privateOpen: true })
  expect((await waiting())?.count ?? 0).toBe(0)

  const accepted = await shop.client().post(`/api/quotes/${token}/accept`, { name: 'Mary Somerville' })
  expect(accepted.status, accepted.text).toBe(200)
  const { cohorts } = (await owner.get('/api/admin/cohorts')).body
  expect(cohorts.find((each: { id: string }) => each.id === id)).toMatchObject({
    // More than a company may hold of a public date before it has paid.
    ...{ startsOn: privateDay, capacity: 60, held: 60, placesLeft: 0, organization: 'Keel Ltd' },
  })
  const [seat] = (await keel.manager.http.get(`/api/organizations/${keel.id}/seats`)).body.seats
  expect(seat).toMatchObject({ cohort: { startsOn: privateDay } })
})

it('given a quote that is accepted before its cohort is open, then its seats have no place yet, and get theirs, with a mail, once it opens', async () => {
  const mast = await company('Mast Ltd')
  const asked = await mast.manager.http.post('/api/quotes', {
    ...{ id: randomUUID(), organizationId: mast.id, productId, seats: 6, privateStart: '2031-09-01' },
  })
  const accepted = await shop.client().post(`/api/quotes/${asked.body.token}/accept`, { name: 'Mary' })
  expect(accepted.status, accepted.text).toBe(200)
  const { orderId } = accepted.body
  const seats = async () => (await mast.manager.http.get(`/api/organizations/${mast.id}/seats`)).body.seats
  expect(await seats()).toHaveLength(6)
  expect((await seats())[0].cohort).toBeNull()
  const opening = await owner.post(`/api/finance/quotes/${orderId}/cohort`, {})
  expect(opening.status, opening.text).toBe(200)
  const mail = await eventually(async () => {
    const { mails } = (await shop.client().get(`/api/dev/mail?to=${mast.manager.email}`)).body
    return mails.find(({ text }: { text: string }) => text.includes('Monday, September 1, 2031'))
  })
  expect(mail.text).toContain('Your seats have their places in it.')
  for (const seat of await seats())
    expect(seat).toMatchObject({ cohort: { startsOn: '2031-09-01' }, hasPlace: true })
  const verdict = await verifyOrders(shop.site.container.get(EventLog))
  expect([...verdict.places.faults, ...verdict.prices.faults]).toEqual([])
})

it('given 200 purchases of two companies at once, then no cohort has more than its places, and each company stays in its own', async () => {
  const [keel, mast] = [await company('Keel Ltd'), await company('Mast Ltd')]
  const [forKeel, forMast, forAll] = [
    await opened(20, keel.id),
    await opened(20, mast.id),
    await opened(20, null),
  ]
  const places = shop.site.container.get(Places)
  const until = new Date(Date.now() + 3_600_000)
  const bought = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const { id: organizationId } = at % 2 === 0 ? keel : mast
      const cohortId = [forKeel, forMast, forAll][at % 3]!.id
      const order = { id: randomUUID(), organizationId }
      try {
        await runWrites(shop.sql, await places.holdSeats(order, [{ line: 1, cohortId, quantity: 1 }], until))
        return `${organizationId}:${cohortId}`
      } catch (error) {
        return places.refusalOf(error) ?? error
      }
    }),
  )
  const codes = new Set(
    bought.flatMap((each) => (typeof each === 'string' ? [] : [(each as { code: string }).code])),
  )
  expect([...codes].sort()).toEqual(['COHORT_FULL', 'COHORT_NOT_OPEN'])
  const rows = await shop.sql.query(
    `select s.organization_id as organization, e.cohort_id as cohort, count(*)::int as seats from program_seat s
     join program_enrollment e on e.order_id = s.id where e.cohort_id = any($1) group by 1, 2`,
    [[forKeel.id, forMast.id]],
  )
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      { organization: keel.id, cohort: forKeel.id, seats: 20 },
      { organization: mast.id, cohort: forMast.id, seats: 20 },
    ]),
  )
  expect(bought.filter((each) => typeof each === 'string' && each.endsWith(forAll.id))).toHaveLength(20)
})
