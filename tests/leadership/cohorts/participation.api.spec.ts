import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AuditLog } from '#platform/audit/audit-log.ts'
import type { Tree } from '../../../src/modules/content/sections/tree.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { openShop, type Shop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan } from './program-log.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())

async function member(role: 'viewer' | 'editor'): Promise<HttpClient> {
  const account = { username: `program-${randomUUID()}`, password: `Program-password-of-${role}-1` }
  await shop.site.container.get(Staff).create({ ...account, role })
  const caller = shop.client()
  expect((await caller.post('/api/auth/login', account)).status).toBe(200)
  return caller
}

type Paid = Awaited<ReturnType<Shop['paidOrder']>>

async function opened(startsOn = '2033-03-01'): Promise<string> {
  const id = randomUUID()
  const answer = await owner.post('/api/admin/cohorts', { id, ...plan(startsOn), capacity: 5 })
  expect(answer.status, answer.text).toBe(200)
  return id
}

async function participant(cohortId: string): Promise<Paid> {
  const paid = await shop.paidOrder()
  const chosen = await paid.buyer.http.post(`/api/orders/${paid.orderId}/cohort`, { cohortId })
  expect(chosen.status, chosen.text).toBe(200)
  return paid
}

const programOf = async ({ buyer }: Paid) => (await buyer.http.get('/api/program')).body.participations
const links = {
  join: ['https://meet.example/noon'],
  coaching: 'https://book.example/coach',
}

describe('the own program', () => {
  it('given a paid order with a place, then its owner sees the weeks with links, and nobody else does', async () => {
    const nobody = await shop.paidOrder()
    expect(await programOf(nobody)).toEqual([])
    const id = await opened()
    const mine = await participant(id)
    const given = { ...links, coach: 'Miriam' }
    expect((await owner.put(`/api/admin/cohorts/${id}/links`, given)).body).toMatchObject({
      links,
      coach: 'Miriam',
    })
    expect((await owner.get(`/api/admin/cohorts/${id}/links`)).body).toMatchObject({ links, coach: 'Miriam' })
    const [program] = await programOf(mine)
    expect(program).toMatchObject({
      orderId: mine.orderId,
      holdsPlace: true,
      coach: 'Miriam',
      cohort: { id, startsOn: '2033-03-01', endsOn: '2033-05-23', cancelled: false },
      coaching: { link: links.coaching, windows: [{ week: 4 }, { week: 9, from: '2033-04-26' }] },
    })
    // Noon in New York, before and after the clock goes forward on March 13.
    expect(program.sessions.slice(0, 3)).toMatchObject([
      { id: 'w1-l1', startsAt: '2033-03-01T17:00:00.000Z', join: links.join[0] },
      { id: 'w2-l1', startsAt: '2033-03-08T17:00:00.000Z' },
      { id: 'w3-l1', startsAt: '2033-03-15T16:00:00.000Z', endsAt: '2033-03-15T17:30:00.000Z' },
    ])
    expect(program.weeks).toHaveLength(12)
    expect(await programOf(nobody)).toEqual([])
    const foreign = `/api/program/${mine.orderId}`
    expect((await nobody.buyer.http.get(`${foreign}/sessions/w1-l1`)).status).toBe(404)
    expect((await nobody.buyer.http.post(`${foreign}/calendar`)).status).toBe(404)
    const one = await mine.buyer.http.get(`${foreign}/sessions/w1-l1`)
    expect(one.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(one.text).toContain('DTSTART:20330301T170000Z')
    expect((await mine.buyer.http.get(`${foreign}/sessions/w13-l1`)).status).toBe(404)
  })

  it('given links that are not https, then they are refused by their field; a viewer changes none', async () => {
    const id = await opened()
    const path = `/api/admin/cohorts/${id}/links`
    for (const url of ['http://meet.example/noon', 'javascript:alert(1)', 'meet.example']) {
      const refused = await owner.put(path, { ...links, join: [url] })
      expect(refused).toMatchObject({ status: 400 })
      expect(refused.text).toContain('join.0')
    }
    const viewer = await member('viewer')
    expect((await viewer.put(path, links)).status).toBe(403)
    expect((await viewer.get(path)).body.links).toEqual({ join: [], coaching: '' })
    expect((await owner.put(`/api/admin/cohorts/${randomUUID()}/links`, links)).status).toBe(404)
  })
})

describe('the weeks of a cohort', () => {
  /** Publishes another second week. */
  async function publish(week: object): Promise<void> {
    const { pages, version } = (await owner.get('/api/cms/admin')).body as Tree & { version: number }
    for (const section of pages.flatMap(({ sections }) => sections))
      if (section.id === 'certification-program') Object.assign(section.fields.syllabus![1]!, week)
    expect((await owner.put('/api/cms', { pages, version })).status).toBe(200)
  }
  const material = [{ title: 'The Blueprint', url: 'https://files.example/blueprint.pdf' }]
  const recording = 'https://video.example/w2'

  it('given a syllabus that is edited later, then a cohort keeps its copy, of which staff changes one week', async () => {
    await publish({ theme: 'Copied', done: 'Ten entries.', material })
    const [id, other] = [await opened(), await opened()]
    await publish({ theme: 'Edited later', material: [] })
    const later = await opened()
    const [mine, theirs, latest] = [await participant(id), await participant(other), await participant(later)]
    const secondOf = async (who: Paid) => (await programOf(who))[0].weeks[1]
    expect(await secondOf(mine)).toMatchObject({ theme: 'Copied', done: 'Ten entries.', material })
    expect(await secondOf(latest)).toMatchObject({ theme: 'Edited later', material: [] })

    const path = `/api/admin/cohorts/${id}/weeks`
    const { weeks } = (await owner.get(path)).body
    expect(weeks).toHaveLength(13)
    const changed = { ...weeks[1], assignment: 'Ask your deputy.', recordings: [recording] }
    for (let call = 0; call < 2; call += 1) expect((await owner.put(`${path}/2`, changed)).status).toBe(200)
    const [program] = await programOf(mine)
    expect(program.weeks[1]).toMatchObject({ theme: 'Copied', assignment: 'Ask your deputy.', material })
    expect(program.sessions[1]).toMatchObject({ id: 'w2-l1', recording })
    expect(program.sessions[0].recording).toBeNull()
    expect((await secondOf(theirs)).assignment).not.toBe('Ask your deputy.')
    expect(program.finalAccount.done).not.toBe('')
    expect(program.community).toBeNull()
    const file = await mine.buyer.http.get(`/api/program/${mine.orderId}/sessions/w2-l1`)
    expect(file.text.replaceAll('\r\n ', '')).toContain('To hand in: Ask your deputy.')
    const entries = await shop.site.container.get(AuditLog).entries({})
    expect(entries.filter(({ action }) => action === 'Changed a week of a cohort')).toMatchObject([
      {
        subject: 'Cohort of 2033-03-01',
        changes: [{ path: 'week 2: assignment', after: 'Ask your deputy.' }, { after: recording }],
      },
    ])
  })

  it('given a cohort that has ended, then its weeks have the material that was published since, too', async () => {
    await publish({ material })
    const id = await opened()
    const mine = await participant(id)
    const community = 'https://forum.example/ours'
    await owner.put(`/api/admin/cohorts/${id}/links`, { ...links, community })
    const newer = { title: 'A later edition', url: 'https://files.example/later.pdf' }
    await publish({ material: [newer] })
    const materialNow = async () => (await programOf(mine))[0].weeks[1].material
    expect(await materialNow()).toEqual(material)
    await owner.put(`/api/admin/cohorts/${id}/plan`, plan('2026-01-06'))
    expect(await materialNow()).toEqual([...material, newer])
    expect((await programOf(mine))[0].community).toBe(community)
  })

  it('given a week that is refused, then its field is named; a viewer reads the weeks and changes none', async () => {
    const path = `/api/admin/cohorts/${await opened()}/weeks`
    const viewer = await member('viewer')
    const [week] = (await viewer.get(path)).body.weeks
    expect((await viewer.put(`${path}/1`, week)).status).toBe(403)
    const refused = await owner.put(`${path}/1`, { ...week, recordings: ['http://video.example/1'] })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('recordings.0')
    expect((await owner.put(`${path}/14`, week)).status).toBe(400)
    expect((await owner.put(`/api/admin/cohorts/${randomUUID()}/weeks/1`, week)).status).toBe(404)
  })

  it('given the page of the program, then visitors get neither material nor what counts as done', async () => {
    await publish({ theme: 'Copied', done: 'Ten entries.', material })
    const { text } = await shop.client().get('/api/cms')
    expect(text).toContain('"theme":"Copied"')
    for (const hidden of ['Ten entries.', material[0]!.url, 'finalAccount'])
      expect(text).not.toContain(hidden)
  })
})

describe('the people of a cohort', () => {
  it('given participants, then only who agreed is named, to their own cohort alone, and as long as they agree', async () => {
    const [id, other] = [await opened(), await opened()]
    const [mine, theirs, elsewhere] = [await participant(id), await participant(id), await participant(other)]
    const agree = (who: Paid, shown: boolean) =>
      who.buyer.http.put(`/api/program/${who.orderId}/name`, { shown })
    expect((await programOf(mine))[0]).toMatchObject({ people: [], showsName: false })
    expect((await agree(theirs, true)).status).toBe(200)
    expect((await agree(elsewhere, true)).status).toBe(200)
    expect((await programOf(mine))[0]).toMatchObject({ people: ['Ada'], showsName: false })
    await agree(theirs, false)
    expect((await programOf(mine))[0].people).toEqual([])
  })
})

describe('the change of a cohort', () => {
  const change = ({ buyer, orderId }: Paid, cohortId: string) =>
    buyer.http.post(`/api/program/${orderId}/cohort`, { cohortId })
  const takenIn = async (id: string): Promise<number> =>
    (await owner.get('/api/admin/cohorts')).body.cohorts.find((each: { id: string }) => each.id === id).taken

  it('given a place, then it is changed once, in one step, and every refusal leaves it as it was', async () => {
    const [id, next, third] = [await opened(), await opened('2033-06-01'), await opened('2033-09-01')]
    const mine = await participant(id)
    expect((await programOf(mine))[0].change).toBe('possible')
    await owner.put(`/api/admin/cohorts/${third}/capacity`, { capacity: 1 })
    await participant(third)
    expect(await change(mine, third)).toMatchObject({ status: 409, body: { code: 'COHORT_FULL' } })
    expect((await programOf(mine))[0]).toMatchObject({ change: 'possible', cohort: { id } })
    expect((await change(mine, id)).status).toBe(200)
    // Pressed twice at once: one change, and no second one.
    const both = await Promise.all([change(mine, next), change(mine, next)])
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await programOf(mine))[0]).toMatchObject({
      change: 'used',
      holdsPlace: true,
      cohort: { id: next },
    })
    expect([await takenIn(id), await takenIn(next)]).toEqual([0, 1])
    expect(await change(mine, id)).toMatchObject({ status: 409, body: { code: 'COHORT_CHANGED_ONCE' } })
    expect((await programOf(mine))[0].cohort.id).toBe(next)
  })

  it('given a cohort that has begun, then its participants write to us, and staff moves them with a reason', async () => {
    const [id, next] = [await opened(), await opened('2033-06-01')]
    const mine = await participant(id)
    const begunOn = '2026-01-06'
    await owner.put(`/api/admin/cohorts/${id}/plan`, plan(begunOn))
    expect((await programOf(mine))[0].change).toBe('begun')
    expect(await change(mine, next)).toMatchObject({ status: 409, body: { code: 'COHORT_BEGUN' } })
    expect([await takenIn(id), await takenIn(next)]).toEqual([1, 0])

    const move = (body: object, who = mine.orderId, from = id) =>
      owner.post(`/api/admin/cohorts/${from}/participants/${who}/cohort`, {
        reason: 'Ill in week one',
        ...body,
      })
    expect(await move({ cohortId: next, reason: ' ' })).toMatchObject({ status: 400 })
    expect(await move({ cohortId: next }, randomUUID())).toMatchObject({ status: 404 })
    expect(await move({ cohortId: next }, mine.orderId, next)).toMatchObject({
      status: 409,
      body: { code: 'PARTICIPANTS_CHANGED' },
    })
    expect(await move({ cohortId: await opened('2020-01-06') })).toMatchObject({
      status: 409,
      body: { code: 'COHORT_NOT_OPEN' },
    })
    for (let call = 0; call < 2; call += 1) expect((await move({ cohortId: next })).status).toBe(200)
    expect([await takenIn(id), await takenIn(next)]).toEqual([0, 1])
    // What staff does is not the change that the participant may make.
    expect((await programOf(mine))[0]).toMatchObject({ change: 'possible', cohort: { id: next } })
    const mails = async (): Promise<{ subject: string; text: string }[]> =>
      (await owner.get(`/api/dev/mail?to=${mine.buyer.email}`)).body.mails
    const told = await eventually(async () =>
      (await mails()).find(({ subject }) => subject === 'Your place is in another cohort now'),
    )
    expect(told.text).toContain('Wednesday, June 1, 2033')
    const entries = await shop.site.container.get(AuditLog).entries({})
    expect(entries.filter(({ action }) => action === 'Moved a participant')).toMatchObject([
      {
        subject: `Cohort of ${begunOn}`,
        changes: [
          { path: `cohort of order ${mine.orderId}`, before: begunOn, after: '2033-06-01' },
          { path: 'reason', after: 'Ill in week one' },
        ],
      },
    ])
  })
})

describe('the private calendar', () => {
  const fileAt = async (address: string) => shop.client().get(new URL(address).pathname)

  it('given its address, then anybody reads it until it is renewed; it follows the cohort', async () => {
    const id = await opened()
    const mine = await participant(id)
    const [{ calendar }] = await programOf(mine)
    const file = await fileAt(calendar)
    expect(file.headers.get('cache-control')).toContain('no-store')
    expect(file.text).toContain('SEQUENCE:0')
    expect(file.text).toContain(`UID:${id}-w1-l1@`)
    expect((await owner.put(`/api/admin/cohorts/${id}/plan`, plan('2033-03-08'))).status).toBe(200)
    const moved = (await fileAt(calendar)).text
    expect(moved).toContain('SEQUENCE:1')
    expect(moved).toContain('DTSTART:20330308T170000Z')

    const renewed = (await mine.buyer.http.post(`/api/program/${mine.orderId}/calendar`)).body.calendar
    expect(renewed).not.toBe(calendar)
    expect((await fileAt(calendar)).status).toBe(404)
    expect((await programOf(mine))[0].calendar).toBe(renewed)
    expect(
      (await fileAt(renewed.replace(/.\.ics$/, (end: string) => (end[0] === 'A' ? 'E.ics' : 'A.ics'))))
        .status,
    ).toBe(404)
    expect((await fileAt(renewed.replace('.ics', ''))).status).toBe(404)

    await owner.post(`/api/admin/cohorts/${id}/cancel`)
    const ended = (await fileAt(renewed)).text
    expect(ended.match(/STATUS:CANCELLED/g)).toHaveLength(12)
    expect(ended).toContain('SEQUENCE:2')
    await shop.sql.query('delete from identity_customer where id = $1', [mine.buyer.id])
    expect((await fileAt(renewed)).status).toBe(404)
  })
})
