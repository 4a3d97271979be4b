import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWrites } from '#platform/event-log/writes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Places } from '../../../src/modules/leadership/index.ts'
import type { ReportRow } from '../../../src/modules/leadership/reports/contract.ts'
import { DueReports } from '../../../src/modules/leadership/reports/report-mails.ts'
import { SponsorReports } from '../../../src/modules/leadership/reports/sponsor-reports.ts'
import { type Buyer, openShop, type Shop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { boxesOf, expectTagged } from '../../support/pdf.ts'
import { plan } from '../cohorts/program-log.ts'
import { finish } from '../credentials/finished.ts'

let shop: Shop
let owner: HttpClient
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.staff()
})
afterAll(() => shop?.stop())

const daysAgo = (days: number): string =>
  new Date(shop.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

interface Company {
  manager: Buyer
  path: string
  orderId: string
}

/** An organization with a paid order of so many seats in a cohort. */
async function company(quantity: number, cohortId: string): Promise<Company> {
  const { buyer: manager, orderId } = await shop.paidOrder()
  const id = randomUUID()
  await manager.http.post('/api/organizations', { id, name: 'Keel Ltd' })
  const places = shop.site.container.get(Places)
  const line = { line: 1, cohortId, quantity }
  await runWrites(shop.sql, await places.holdSeats({ id: orderId, organizationId: id }, [line], null))
  const { version } = await shop.orders.load(orderId)
  await runWrites(shop.sql, places.follow(orderId, 'paid', version).writes)
  return { manager, path: `/api/organizations/${id}`, orderId }
}

const seatsOf = async ({ manager, path }: Company) => (await manager.http.get(`${path}/seats`)).body.seats
const reportOf = async ({ manager, path }: Company): Promise<ReportRow[]> => {
  const answer = await manager.http.get(`${path}/report`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.rows
}

async function claimed(of: Company, person: Buyer, sharesReport?: boolean): Promise<string> {
  const { manager, path, orderId } = of
  await manager.http.post(`${path}/seats/invite`, { orderId, emails: [person.email] })
  const seat = (await seatsOf(of)).find(({ email }: { email: string }) => email === person.email)
  const token = new URL(seat.link.url).search.slice(1)
  const answer = await person.http.post('/api/seats/claim', {
    token,
    ...(sharesReport !== undefined && { sharesReport }),
  })
  expect(answer.status, answer.text).toBe(200)
  return seat.id
}

it('given a company of 25 with a seat that moved, a refund and people who do not share, then its report has the figures of their own pages, and nothing else', async () => {
  const cohortId = randomUUID()
  await owner.post('/api/admin/cohorts', { id: cohortId, ...plan('2033-03-01'), capacity: 25 })
  const keel = await company(25, cohortId)
  const people = await Promise.all(
    Array.from({ length: 23 }, (_, at) => shop.buyer({ firstName: `Person${at + 1}`, lastName: 'Keel' })),
  )
  const seats: string[] = []
  for (const [at, person] of people.entries())
    seats.push(await claimed(keel, person, at < 3 ? false : at === 3 ? undefined : true))

  // The last person leaves, and somebody else gets the seat.
  const former = people.pop()!
  const seatId = seats.pop()!
  await finish(shop, cohortId, seatId)
  const { round } = (await seatsOf(keel)).find(({ id }: { id: string }) => id === seatId)
  const revoked = await keel.manager.http.post(`${keel.path}/seats/revoke`, {
    seatId,
    state: 'claimed',
    round,
  })
  expect(revoked.status, revoked.text).toBe(200)
  people.push(await shop.buyer({ firstName: 'Successor', lastName: 'Keel' }))
  seats.push(await claimed(keel, people.at(-1)!, true))
  // A refund closes one free seat.
  const places = shop.site.container.get(Places)
  const { toClose } = (await places.seatsOf(keel.orderId))!
  await runWrites(shop.sql, places.closeSeats(keel.orderId, 'refund', [toClose[0]!.id]))
  await runWrites(shop.sql, places.settleSeats(keel.orderId, 'refund', true).writes)

  for (const [at, id] of seats.entries()) if (at < 12) await finish(shop, cohortId, id, at < 8 ? 10 : at)
  const moved = await owner.put(`/api/admin/cohorts/${cohortId}/plan`, plan(daysAgo(100)))
  expect(moved.status, moved.text).toBe(200)
  const certified = seats.slice(2, 7)
  const awarded = await owner.post('/api/admin/credentials', { orderIds: certified })
  expect(awarded.body.awarded, awarded.text).toHaveLength(5)

  const rows = await reportOf(keel)
  expect(rows).toHaveLength(24)
  expect(rows.filter(({ state }) => state === 'not-claimed')).toHaveLength(1)
  for (const [at, person] of people.entries()) {
    const row = rows.find((each) => each.seatId === seats[at])
    expect(row?.name).toContain('Keel')
    // Three declined; one claimed a seat before anybody was asked.
    if (at < 4) {
      expect(row).toMatchObject({ state: 'not-shared', progress: null })
      continue
    }
    const [own] = (await person.http.get('/api/program')).body.participations
    const certificate = (await person.http.get(`/api/program/${seats[at]}/certificate`)).body
    expect(row).toMatchObject({
      state: 'shared',
      progress: {
        labsAttended: own.weeksAttended.length,
        assignmentsAccepted: own.assignments.filter(({ state }: { state: string }) => state === 'accepted')
          .length,
        certificate: certificate.credential?.address ?? null,
      },
    })
  }
  expect(rows.filter(({ progress }) => progress?.certificate)).toHaveLength(3)
  expect(rows.at(-1)).toBeDefined()
  const successor = rows.find(({ name }) => name === 'Successor Keel')
  expect(successor?.progress).toEqual({ labsAttended: 0, assignmentsAccepted: 0, certificate: null })
  expect(JSON.stringify(rows)).not.toContain('Person23')
  expect((await former.http.get('/api/program')).body.participations).toEqual([])

  const shown = (await seatsOf(keel)).filter(({ progress }: { progress: unknown }) => progress !== null)
  // Who declined is not in the list of seats either; who was asked with the older text is.
  expect(shown).toHaveLength(20)

  const bytes = await shop.site.container
    .get(SponsorReports)
    .pdf(keel.path.slice('/api/organizations/'.length))
  await expectTagged(bytes)
  const printed = (await boxesOf(bytes)).map(({ text }) => text)
  expect(printed).toEqual(expect.arrayContaining(['Keel Ltd', 'Successor Keel', 'Participant']))
  expect(printed.filter((text) => text === 'not shared')).toHaveLength(4)
  const pdf = await keel.manager.http.get(`${keel.path}/report.pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const csv = (await keel.manager.http.get(`${keel.path}/report.csv`)).text.trim().split('\r\n')
  expect(csv).toHaveLength(25)
  expect(csv.filter((line) => line.includes(',not shared,,,'))).toHaveLength(4)
  const stranger = await shop.buyer()
  for (const path of ['', '.pdf', '.csv'])
    expect((await stranger.http.get(`${keel.path}/report${path}`)).status).toBe(404)

  // The participant changes the answer.
  const change = (at: number, shared: boolean) =>
    people[at]!.http.put(`/api/program/${seats[at]}/sharing`, { shared })
  expect((await change(3, true)).status).toBe(200)
  expect((await change(4, false)).status).toBe(200)
  expect((await people[5]!.http.put(`/api/program/${seats[4]}/sharing`, { shared: true })).status).toBe(404)
  const after = await reportOf(keel)
  expect(after.find((row) => row.seatId === seats[3])).toMatchObject({ state: 'shared' })
  expect(after.find((row) => row.seatId === seats[4])).toMatchObject({ state: 'not-shared', progress: null })
})

it('given a cohort whose week 6 is over, then each manager gets the report once', async () => {
  const cohortId = randomUUID()
  await owner.post('/api/admin/cohorts', { id: cohortId, ...plan('2033-03-01'), capacity: 3 })
  const mast = await company(3, cohortId)
  const ada = await shop.buyer()
  await finish(shop, cohortId, await claimed(mast, ada, true))
  const due = shop.site.container.getAll(JobHandlers).find((each) => each instanceof DueReports) as DueReports
  await owner.put(`/api/admin/cohorts/${cohortId}/plan`, plan(daysAgo(41)))
  const mails = async () =>
    (await shop.client().get(`/api/dev/mail?to=${mast.manager.email}`)).body.mails.filter(
      ({ subject }: { subject: string }) => subject.includes('the report of your people'),
    )
  await due.enqueue()
  expect(await mails()).toEqual([])
  await owner.put(`/api/admin/cohorts/${cohortId}/plan`, plan(daysAgo(44)))
  await due.enqueue()
  await due.enqueue()
  const [mail, another] = await eventually(async () => {
    const found = await mails()
    return found.length > 0 && found
  })
  expect(another).toBeUndefined()
  expect(mail.subject).toBe('Half of your program is done: the report of your people')
  expect(mail.text).toContain('1 of 1 participants share their progress.')
  await owner.put(`/api/admin/cohorts/${cohortId}/plan`, plan(daysAgo(85)))
  await due.enqueue()
  await eventually(async () => (await mails()).length === 2)
})
