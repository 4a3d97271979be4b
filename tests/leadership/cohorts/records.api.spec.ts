import { randomUUID } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { Cohorts } from '../../../src/modules/leadership/cohorts/cohorts.ts'
import { recordOf } from '../../../src/modules/leadership/cohorts/domain/cohort-record.ts'
import { ProgramPersonalData } from '../../../src/modules/leadership/cohorts/record-personal-data.ts'
import { openShop, type Shop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan } from './program-log.ts'

const shop = given(openShop)
let id: string
let [ada, grace]: Awaited<ReturnType<Shop['paidOrder']>>[] = []

const daysAgo = (days: number): string =>
  new Date(shop.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

const owner = given(() => shop.staff())
beforeAll(async () => {
  id = randomUUID()
  await owner.post('/api/admin/cohorts', { id, ...plan('2033-03-01'), capacity: 5 })
  const orders = [await shop.paidOrder(), await shop.paidOrder()]
  for (const { buyer, orderId } of orders)
    expect((await buyer.http.post(`/api/orders/${orderId}/cohort`, { cohortId: id })).status).toBe(200)
  ;[ada, grace] = orders
})

const handIn = (who: typeof ada, assignment: number, more: object = {}) =>
  who!.buyer.http.put(`/api/program/${who!.orderId}/assignments/${assignment}`, {
    ...{ submissionId: randomUUID(), text: 'What I changed.', link: '' },
    ...more,
  })
const programOf = async (who: typeof ada) =>
  (await who!.buyer.http.get('/api/program')).body.participations[0]
const recordsOf = async (caller = owner) =>
  (await caller.get(`/api/admin/cohorts/${id}/records`)).body.participants
const waiting = async () => (await owner.get('/api/admin/assignments')).body.assignments
const mailsTo = async (who: typeof ada): Promise<{ subject: string; text: string; html: string }[]> =>
  (await owner.get(`/api/dev/mail?to=${who!.buyer.email}`)).body.mails
const folded = async (who: typeof ada) =>
  recordOf((await shop.site.container.get(Cohorts).load(id)).cohort.records, who!.orderId)

it('given a cohort that has not begun, then nothing is handed in; afterwards a coach returns and accepts what is, with words', async () => {
  const early = await handIn(ada, 1)
  expect(early).toMatchObject({ status: 409, body: { code: 'PROGRAM_NOT_BEGUN' } })
  // It began three weeks and a day ago.
  expect((await owner.put(`/api/admin/cohorts/${id}/plan`, plan(daysAgo(22)))).status).toBe(200)
  expect((await programOf(ada)).begun).toBe(true)

  const submissionId = randomUUID()
  for (let call = 0; call < 2; call += 1) expect((await handIn(ada, 1, { submissionId })).status).toBe(200)
  for (const wrong of [{ text: ' ' }, { link: 'http://example.com' }, { link: 'javascript:alert(1)' }])
    expect((await handIn(ada, 2, wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect((await handIn(ada, 14)).status).toBe(400)
  // The id of what was handed in, for another assignment and by somebody else.
  for (const taken of [await handIn(ada, 2, { submissionId }), await handIn(grace, 1, { submissionId })])
    expect(taken).toMatchObject({ status: 409, body: { code: 'SUBMISSION_EXISTS' } })
  expect(await waiting()).toMatchObject([
    { submissionId, name: 'Ada Lovelace', number: 1, text: 'What I changed.' },
  ])

  const answer = (of: string, body: object) => owner.post(`/api/admin/assignments/${of}/answer`, body)
  const silent = await answer(submissionId, { outcome: 'returned', words: '' })
  expect(silent).toMatchObject({ status: 400 })
  expect(silent.text).toContain('Say what is missing')
  expect((await answer(submissionId, { outcome: 'returned', words: 'Name one date.' })).status).toBe(200)
  expect((await programOf(ada)).assignments).toMatchObject([
    { number: 1, state: 'returned', words: 'Name one date.' },
  ])
  const next = randomUUID()
  expect(
    (await handIn(ada, 1, { submissionId: next.toUpperCase(), text: '', link: 'https://docs.example/1' }))
      .status,
  ).toBe(200)
  // Of two coaches one reads the version before.
  expect((await answer(submissionId, { outcome: 'accepted', words: '' })).status).toBe(404)
  expect((await answer(next, { outcome: 'accepted', words: 'Well done.' })).status).toBe(200)
  expect(await answer(next, { outcome: 'returned', words: 'No.' })).toMatchObject({
    status: 409,
    body: { code: 'ASSIGNMENT_ANSWERED' },
  })
  expect(await handIn(ada, 1)).toMatchObject({ status: 409, body: { code: 'ASSIGNMENT_ACCEPTED' } })
  expect(await waiting()).toEqual([])
  expect((await programOf(ada)).assignments).toMatchObject([
    { state: 'accepted', text: '', link: 'https://docs.example/1', words: 'Well done.' },
  ])
  expect((await folded(ada)).assignments).toEqual({ 1: { submissionId: next, state: 'accepted' } })

  const answered = async () =>
    (await mailsTo(ada)).filter(({ subject }) => subject.startsWith('Your assignment of week 1'))
  await eventually(async () => (await answered()).some(({ text }) => text.includes('> Well done.')))
  const accepted = (await answered()).at(-1)!
  expect(accepted.subject).toBe('Your assignment of week 1 is accepted')
  expect(accepted.text.replace(/\s+/g, ' ')).toContain(
    'Your coach has read your assignment of week 1, “Where you stand”, and accepted it.',
  )
  expect(accepted.text).toContain(`/program?order=${ada!.orderId}`)
})

it('given a mail to participants, then each gets it once, also when the call is repeated, and it is in the list and in the audit', async () => {
  const message = {
    messageId: randomUUID(),
    subject: 'Before week three',
    text: 'Please read the Blueprint.\n\nIt is at https://files.example/a?b=1&c=2.',
    orderIds: [ada!.orderId, grace!.orderId],
  }
  const send = (body: object) => owner.post(`/api/admin/cohorts/${id}/messages`, { ...message, ...body })
  const answers = await Promise.all([send({}), send({})])
  expect(answers.map(({ body }) => body)).toEqual(Array(2).fill({ success: true, recipients: 2 }))
  expect(await send({ text: 'Another.' })).toMatchObject({ status: 409, body: { code: 'MESSAGE_EXISTS' } })
  const stranger = await send({ messageId: randomUUID(), orderIds: [randomUUID()] })
  expect(stranger).toMatchObject({ status: 409, body: { code: 'PARTICIPANTS_CHANGED' } })
  const empty = await send({ subject: ' ' })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('subject')

  const sent = async () => (await owner.get(`/api/admin/cohorts/${id}/messages`)).body.messages
  await eventually(async () => (await sent())[0]?.delivered === 2)
  expect(await sent()).toMatchObject([
    { id: message.messageId, subject: message.subject, text: message.text, by: 'admin', recipients: 2 },
  ])
  for (const who of [ada, grace]) {
    const mails = (await mailsTo(who)).filter(({ subject }) => subject === message.subject)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Hello Ada,\n\nPlease read the Blueprint.\n\nIt is at')
    expect(mails[0]!.html).toMatch(/<a href="https:\/\/files\.example\/a\?b=1&amp;c=2"[^>]*>[^<]+<\/a>\./)
  }
  const { data } = (await grace!.buyer.http.get('/api/users/me/export')).body
  expect(data.program[0].messages).toMatchObject([{ subject: message.subject, text: message.text }])
})

it('given a list of a meeting and ticks, then both see who was there and for how long, and a corrected list replaces the first', async () => {
  const record = (body: object) =>
    owner.post(`/api/admin/cohorts/${id}/attendance`, {
      ...{ week: 2, attended: [], withdrawn: [] },
      ...body,
    })
  const attendance = async (body: object) => expect((await record(body)).status).toBe(200)
  const read = async (text: string, chosen: object[] = []) =>
    (await owner.post(`/api/admin/cohorts/${id}/attendance/list`, { text, chosen })).body
  const pasted = await read([ada!.buyer.email, 'Ada Lovelace', 'Somebody Else'].join('\n'))
  expect(pasted).toMatchObject({
    ...{ isFile: false, threshold: 60, people: [{ orderId: ada!.orderId, minutes: null }] },
    unmatched: [
      { written: 'Ada Lovelace', why: 'ambiguous' },
      { written: 'Somebody Else', why: 'unknown' },
    ],
  })
  const list = (minutes: number) =>
    `Name (Original Name),User Email,Total Duration (Minutes),Guest\nA,${ada!.buyer.email},${minutes},No\nPhone,,75,Yes`
  const phone = [{ written: 'Phone', orderId: grace!.orderId }]
  expect(await read(list(120), phone)).toMatchObject({
    people: [
      { orderId: ada!.orderId, minutes: 120 },
      { orderId: grace!.orderId, minutes: 75 },
    ],
    unmatched: [],
  })
  expect(await programOf(ada)).toMatchObject({ weeksAttended: [] })
  const minutes = { [ada!.orderId]: 120, [grace!.orderId]: 75 }
  await attendance({ attended: [ada!.orderId, grace!.orderId], minutes })
  const on = plan(daysAgo(22)).startsOn
  const held = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  // At most as long as the lab.
  expect((await folded(ada)).labs).toEqual([{ week: 2, lab: 1, on: held, minutes: 90 }])
  const { on: day } = (await folded(grace)).labs[0]!
  expect(day! >= on && new Date(day!).getUTCDay() === 2).toBe(true)
  await attendance({
    attended: [grace!.orderId],
    minutes: { [grace!.orderId]: 70 },
    withdrawn: [ada!.orderId],
  })
  expect((await recordsOf()).find((each: typeof ada) => each!.orderId === grace!.orderId).labs).toEqual([
    { week: 2, lab: 1, minutes: 70 },
  ])
  // Who is ticked without minutes has the whole lab; what is recorded stays.
  await attendance({ attended: [grace!.orderId] })
  await attendance({ attended: [grace!.orderId], week: 3 })
  expect((await programOf(ada)).weeksAttended).toEqual([])
  expect((await programOf(grace)).weeksAttended).toEqual([2, 3])
  expect((await folded(grace)).labs.map((lab) => lab.minutes)).toEqual([70, 90])
  expect(await record({ lab: 2, attended: [grace!.orderId] })).toMatchObject({
    status: 400,
    body: { code: 'NO_SUCH_LAB' },
  })
  expect((await record({ attended: [randomUUID()] })).status).toBe(404)
  expect(await record({ attended: [grace!.orderId], week: 12 })).toMatchObject({
    status: 409,
    body: { code: 'WEEK_NOT_BEGUN' },
  })
  const csv = (await owner.get(`/api/admin/cohorts/${id}/roster.csv`)).text.split('\r\n')
  expect(csv[0]).toMatch(/,weeks_attended,labs_of_weeks$/)
  expect(csv.find((line) => line.includes(grace!.orderId))).toMatch(/,2,2 3$/)
  expect(csv.find((line) => line.includes(ada!.orderId))).toMatch(/,0,$/)
})

it('given attendance, then the record of hours opens without an account, at its own address only, and has the themes of the cohort', async () => {
  const weeks = `/api/admin/cohorts/${id}/weeks`
  const [, , third] = (await owner.get(weeks)).body.weeks
  expect((await owner.put(`${weeks}/3`, { ...third, theme: 'Ein ehrliches Wort' })).status).toBe(200)
  const { hours } = await programOf(grace)
  expect(hours).toEqual({ sum: 2.5, address: expect.stringMatching(/\/hours\/[\w-]{64}\.pdf$/) })
  const path = new URL(hours.address).pathname
  const opened = await fetch(`${shop.url}${path}`)
  expect(opened.headers.get('content-type')).toBe('application/pdf')
  expect(opened.headers.get('x-robots-tag')).toBe('noindex')
  const paper = await getDocumentProxy(new Uint8Array(await opened.arrayBuffer()))
  const { text } = await extractText(paper, { mergePages: true })
  expect(text).toMatch(/week 2: Self-knowledge.*week 3: Ein ehrliches Wort/s)
  const other = new URL((await programOf(ada)).hours.address).pathname
  // The signature of one record under the id of another one, and a calendar's.
  const mixed = `${path.slice(0, 28)}${other.slice(28)}`
  const calendar = new URL((await programOf(grace)).calendar).pathname.replace('calendar', 'hours')
  for (const wrong of [mixed, calendar, calendar.replace('.ics', '.pdf'), '/hours/a.pdf'])
    expect((await shop.client().get(wrong)).status, wrong).toBe(404)
  const exported = (await grace!.buyer.http.get('/api/users/me/export')).body.data.program[0]
  expect(exported.labs).toMatchObject([{ minutes: 70 }, { minutes: 90 }])
})

it('given groups of six, then members see the first names of those who agreed, and one is moved alone', async () => {
  const groups = (body: object, caller = owner) => caller.put(`/api/admin/cohorts/${id}/groups`, body)
  expect((await programOf(ada)).group).toBe(null)
  for (let call = 0; call < 2; call += 1)
    expect((await owner.post(`/api/admin/cohorts/${id}/groups/fill`)).status).toBe(200)
  expect((await programOf(ada)).group).toEqual({ number: 1, people: [] })
  await grace!.buyer.http.put(`/api/program/${grace!.orderId}/name`, { shown: true })
  expect((await programOf(ada)).group).toEqual({ number: 1, people: ['Ada'] })
  expect((await programOf(grace)).group).toEqual({ number: 1, people: [] })
  const roster = async () => (await owner.get(`/api/admin/cohorts/${id}/roster`)).body
  expect((await groups({ orderId: grace!.orderId, group: 2 })).status).toBe(200)
  expect((await programOf(ada)).group).toEqual({ number: 1, people: [] })
  expect((await roster()).orders.map(({ group }: { group: number }) => group)).toEqual([1, 2])
  expect((await groups({ orderId: randomUUID(), group: 2 })).status).toBe(404)
  const withoutGroup = async () =>
    (await owner.get('/api/admin/today')).body.areas
      .flatMap(({ items }: { items: { title: string }[] }) => items)
      .find(({ title }: { title: string }) => title === 'Participants without a group')
  expect(await withoutGroup()).toMatchObject({ count: 0 })
  expect((await groups({ orderId: grace!.orderId, group: null })).status).toBe(200)
  expect(await withoutGroup()).toMatchObject({ count: 1, address: `/operations/cohorts/${id}` })
  expect((await groups({ orderId: grace!.orderId, group: 2 })).status).toBe(200)
  expect(await roster()).toMatchObject({ emptySeats: [] })
})

it('given any CSV file, when it is downloaded, then it begins with the byte order mark by which Excel reads its names, and no listener is too many', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const finance = ['orders', 'events', 'books', 'documents'].map((file) => `finance/${file}`)
  for (const path of [`admin/cohorts/${id}/roster`, 'admin/leads', ...finance]) {
    const file = await fetch(`${shop.url}/api/${path}.csv`, { headers: { cookie } })
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.subarray(0, 4).toString('utf8'), path).toMatch(/^\ufeff["a-z]/)
  }
  expect(warnings).toEqual([])
})

it('given weeks that are over, then who is about to fall below ten of twelve comes first; a viewer reads and writes nothing', async () => {
  const at = '2033-03-22T15:00:00.000Z'
  const coaching = (body: object) =>
    owner.put(`/api/admin/cohorts/${id}/coaching`, { orderId: ada!.orderId, ...body })
  expect((await coaching({ session: 1, at })).status).toBe(200)
  expect((await coaching({ session: 3, at })).status).toBe(400)
  expect((await programOf(ada)).coaching.windows[0]).toMatchObject({ week: 4, bookedFor: at })
  const file = async () => ada!.buyer.http.get(`/api/program/${ada!.orderId}/sessions/c1`)
  const feed = async () => shop.client().get(new URL((await programOf(ada)).calendar).pathname)
  for (const { text } of [await file(), await feed()]) expect(text).toContain('DTSTART:20330322T150000Z')
  await handIn(ada, 3)
  const viewer = await member()
  expect(await recordsOf(viewer)).toMatchObject([
    { orderId: grace!.orderId, missed: [1, 2, 3], standing: 'below' },
    {
      ...{ orderId: ada!.orderId, missed: [2], standing: 'on-track', coaching: [{ session: 1, at }] },
      assignments: [
        { number: 1, state: 'accepted' },
        { number: 3, state: 'waiting' },
      ],
    },
  ])
  const namesOf = async (caller: HttpClient) =>
    (await recordsOf(caller)).map(({ name }: { name: string | null }) => name)
  expect(await namesOf(viewer)).toEqual([null, null])
  expect(await namesOf(owner)).toEqual(['Ada Lovelace', 'Ada Lovelace'])
  await handIn(grace, 1)
  expect((await recordsOf())[0]).toMatchObject({ missed: [2, 3], standing: 'at-risk' })
  expect((await coaching({ session: 1, at: null })).status).toBe(200)
  expect((await folded(ada)).coaching).toEqual({})
  expect((await file()).status).toBe(404)
  expect((await feed()).text).not.toContain('Private coaching')
  expect((await viewer.get('/api/admin/assignments')).status).toBe(403)
  expect((await viewer.get(`/api/admin/cohorts/${id}/messages`)).body.messages).toMatchObject([
    { subject: null, text: null },
  ])
  expect((await viewer.put(`/api/admin/cohorts/${id}/coaching`, {})).status).toBe(403)
})

it('given a person who leaves, then the export has what was handed in and answered, and nothing of it is left after the erasure', async () => {
  const { data } = (await ada!.buyer.http.get('/api/users/me/export')).body
  expect(data.program).toMatchObject([
    { orderId: ada!.orderId, assignments: [{ number: 1, words: 'Well done.' }, { text: 'What I changed.' }] },
  ])
  const events = await shop.sql.query(
    "select data::text as text from es.events where stream_id like 'cohort-%'",
  )
  expect(JSON.stringify(events)).not.toContain('What I changed')
  const parts = await shop.site.container.getAllAsync(PersonalData)
  const part = parts.find((each) => each instanceof ProgramPersonalData)
  for (let call = 0; call < 2; call += 1)
    await part!.erase({ userId: ada!.buyer.id, email: ada!.buyer.email })
  const left = await shop.sql.query('select text, link, words from program_assignment where order_id = $1', [
    ada!.orderId,
  ])
  expect(left).toEqual(Array(2).fill({ text: null, link: null, words: null }))
  expect((await waiting()).map(({ orderId }: { orderId: string }) => orderId)).toEqual([grace!.orderId])
})

async function member(): Promise<HttpClient> {
  const account = { username: 'records-viewer', password: 'Records-password-of-viewer-1' }
  await shop.site.container.get(Staff).create({ ...account, role: 'viewer' })
  const caller = shop.client()
  expect((await caller.post('/api/auth/login', account)).status).toBe(200)
  return caller
}

it('given what coaches recorded and read in these tests, then the audit has it once each, without a name', async () => {
  const links = { join: ['https://meet.example/noon'], coaching: '' }
  for (let call = 0; call < 2; call += 1)
    expect((await owner.put(`/api/admin/cohorts/${id}/links`, links)).status).toBe(200)
  const entries = await shop.site.container.get(AuditLog).entries({})
  const of = (action: string) => entries.filter((each) => each.action === action)
  const subject = `Cohort of ${daysAgo(22)}`
  expect(of('Changed the links of a cohort')).toMatchObject([
    { by: 'admin', subject, changes: [{ path: 'lab links', before: '', after: links.join[0] }] },
  ])
  expect(of('Recorded attendance')).toMatchObject([
    { subject, changes: [{ path: 'week', after: 3 }, { path: 'attended', after: 1 }, { path: 'withdrawn' }] },
    { subject, changes: [{ path: 'week', after: 2 }, { after: 1 }, { after: 1 }] },
    { subject, changes: [{ path: 'week', after: 2 }, { after: 2 }, { after: 0 }] },
  ])
  expect(of('Changed a private session')).toMatchObject([
    { subject, changes: [{ path: `session 1 of order ${ada!.orderId}`, after: null }] },
    { subject, changes: [{ after: '2033-03-22T15:00:00.000Z' }] },
  ])
  expect(of('Answered an assignment')).toMatchObject([
    { subject, changes: [{ path: `assignment 1 of order ${ada!.orderId}`, after: 'accepted' }] },
    { subject, changes: [{ after: 'returned' }] },
  ])
  expect(of('Wrote to participants')).toMatchObject([
    { by: 'admin', subject, changes: [{ path: 'message' }, { path: 'recipients', after: 2 }] },
  ])
  expect(of('Read what participants did')).toMatchObject([{ by: 'admin', subject: `Cohort ${id}` }])
  expect(of('Read assignments')).toMatchObject([{ by: 'admin', subject: 'All cohorts' }])
  expect(JSON.stringify(entries)).not.toContain('Lovelace')
})
