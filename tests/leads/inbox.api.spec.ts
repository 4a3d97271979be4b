import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { Staff } from '#modules/identity/staff/staff.ts'
import { admin, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

interface Row {
  id: string
  name: string
  status: string
  owner: string | null
}

describe('the lead inbox', () => {
  const app = given(startApp)
  /** Signed in as an editor. */
  let anna: HttpClient

  const list = async (query: string, client = staff): Promise<Row[]> => {
    const answer = await client.get(`/api/admin/leads?${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.leads
  }
  const change = (id: string, body: object, client = staff) =>
    client.send('PATCH', `/api/admin/leads/${id}`, { body })
  const changeAll = async (changes: object[]) => {
    const answer = await staff.send('PATCH', '/api/admin/leads', { body: { changes } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.results
  }
  /** Stores leads of this company, each with one of the names; those of a bot go to quarantine. */
  const store = async (
    company: string,
    names: readonly string[],
    bot = false,
  ): Promise<Map<string, string>> => {
    await app.advance(120_000)
    for (const name of names) {
      const answer = await app.client().post('/api/leads', {
        name,
        phone_number: '+1-555-0100',
        email: `${name.toLowerCase()}@${company.toLowerCase()}.example`,
        company_name: company,
        lead_type: 'normal_lead',
        ...(bot && { website: 'https://spam.example' }),
      })
      expect(answer.status, answer.text).toBe(200)
    }
    return new Map((await list(`search=${company}`)).map(({ name, id }) => [name, id]))
  }

  const staff = given(() => app.staff())
  beforeAll(async () => {
    const member = { username: 'anna', password: 'A-staff-password-7' }
    await app.site.container.get(Staff).create({ ...member, role: 'editor' })
    await app.site.container.get(Staff).create({ ...member, username: 'fin', role: 'finance' })
    anna = app.client()
    expect((await anna.post('/api/auth/login', member)).status).toBe(200)
  })

  it('given notes of two members, then each keeps its author and time, and a repeated call adds none', async () => {
    const id = (await store('Notes', ['Ada'])).get('Ada')!
    const first = { id: randomUUID(), text: ' Wants a call.\nOn Tuesday. ' }
    expect((await change(id, { note: first }, anna)).status).toBe(200)
    expect((await change(id, { note: first }, anna)).status).toBe(200)
    expect((await change(id, { note: { id: randomUUID(), text: 'Called.' } })).status).toBe(200)
    const { notes } = (await staff.get(`/api/admin/leads/${id}/person`)).body
    expect(notes).toEqual([
      { id: first.id, author: 'anna', at: expect.any(String), text: 'Wants a call.\nOn Tuesday.' },
      { id: expect.any(String), author: admin.username, at: expect.any(String), text: 'Called.' },
    ])
    expect(Math.abs(Date.parse(notes[0].at) - app.clock.now().getTime())).toBeLessThan(60_000)

    const refused = await change(id, { notes: 'as older screens did' })
    expect(refused.status).toBe(400)
    expect((await change(id, { note: { id: randomUUID(), text: '  ' } })).status).toBe(400)
    const { sql } = app.site.database
    await expect(sql.query("update leads_note set text = 'else'")).rejects.toThrow(
      /permission denied|only grows/,
    )
    await expect(sql.query('delete from leads_note')).rejects.toThrow('permission denied')
  })

  it('given an owner, then mine, nobody\u2019s and those of a member are found, and somebody unknown is refused', async () => {
    const ids = await store('Owners', ['Ada', 'Bea', 'Cleo'])
    expect((await change(ids.get('Ada')!, { owner: 'anna' })).body.lead.owner).toBe('anna')
    expect((await change(ids.get('Bea')!, { owner: admin.username })).status).toBe(200)
    const names = async (owner: string, client = staff) =>
      (await list(`search=Owners&owner=${owner}`, client)).map(({ name }) => name)
    expect(await names('~me')).toEqual(['Bea'])
    expect(await names('~me', anna)).toEqual(['Ada'])
    expect(await names('anna')).toEqual(['Ada'])
    expect(await names('~nobody')).toEqual(['Cleo'])
    expect((await change(ids.get('Ada')!, { owner: null })).body.lead.owner).toBeNull()
    const refused = await change(ids.get('Ada')!, { owner: 'zoe' })
    expect(refused.body).toMatchObject({ code: 'OWNER_UNKNOWN', fields: [{ path: 'owner' }] })
    expect((await staff.get('/api/admin/leads')).body.staff).toEqual([
      { username: admin.username, mayOwn: true },
      { username: 'anna', mayOwn: true },
      { username: 'fin', mayOwn: false },
    ])
  })

  it('given each column, when the inbox is sorted by it, then the rows are in its order, in both directions', async () => {
    const ids = await store('Sorts', ['ada', 'Bea', 'Cleo'])
    await change(ids.get('ada')!, { status: 'qualified', owner: 'anna' })
    await change(ids.get('Bea')!, { status: 'contacted', owner: admin.username })
    const names = async (sort: string) =>
      (await list(`search=Sorts&sort=${sort}`)).map(({ name }) => name).join(' ')
    expect(await names('name')).toBe('ada Bea Cleo')
    expect(await names('-name')).toBe('Cleo Bea ada')
    expect(await names('received')).toBe('ada Bea Cleo')
    expect(await names('-received')).toBe('Cleo Bea ada')
    expect(await names('status')).toBe('Cleo Bea ada')
    expect(await names('-status')).toBe('ada Bea Cleo')
    // Without an owner last, whichever way.
    expect(await names('owner')).toBe(admin.username < 'anna' ? 'Bea ada Cleo' : 'ada Bea Cleo')
    expect(await names('-owner')).toBe(admin.username < 'anna' ? 'ada Bea Cleo' : 'Bea ada Cleo')
    // Equal ones newest first.
    expect(await names('company')).toBe('Cleo Bea ada')
    expect(await names('type')).toBe('Cleo Bea ada')
    expect((await staff.get('/api/admin/leads?sort=email')).status).toBe(400)
  })

  it('given leads in quarantine, then the inbox leaves them out and counts those that match its filter', async () => {
    await store('Apart', ['Ada', 'Bea'])
    await store('Apart', ['Bot'], true)
    const inbox = (await staff.get('/api/admin/leads?quarantine=without&search=Apart')).body
    expect(inbox).toMatchObject({ total: 2, quarantined: 1 })
    const apart = (await staff.get('/api/admin/leads?status=quarantined&search=Apart')).body
    expect(apart).toMatchObject({ total: 1, quarantined: 1, leads: [{ name: 'Bot' }] })
  })

  it('given several leads, when they are changed at once, then each answers what happened, and all of it can be taken back', async () => {
    const ids = await store('Bulk', ['Ada', 'Bea'])
    const bot = (await store('Bulk', ['Bot'], true)).get('Bot')!
    const [ada, bea] = [ids.get('Ada')!, ids.get('Bea')!]
    await change(bea, { status: 'contacted' })
    const unknown = randomUUID()
    const results = await changeAll([ada, bea, bot, unknown].map((id) => ({ id, status: 'contacted' })))
    expect(results).toEqual([
      { id: ada, outcome: 'changed', before: { status: 'new', owner: null } },
      { id: bea, outcome: 'unchanged', before: { status: 'contacted', owner: null } },
      { id: bot, outcome: 'changed', before: { status: 'quarantined', owner: null } },
      { id: unknown, outcome: 'not-found' },
    ])
    expect((await list('search=Bulk')).map(({ status }) => status)).toEqual(Array(3).fill('contacted'))

    // Somebody goes on with one of them: taking the change back leaves that alone.
    await change(ada, { status: 'qualified' }, anna)
    const expected = { status: 'contacted' }
    expect(
      await changeAll([
        { id: ada, status: 'new', expected },
        { id: bot, status: 'quarantined', expected },
      ]),
    ).toMatchObject([{ outcome: 'conflict' }, { outcome: 'changed' }])
    const { entries } = (await staff.get('/api/audit')).body
    expect(entries[0]).toMatchObject({
      action: 'Changed a lead',
      subject: `Lead ${bot}`,
      changes: [{ path: 'from' }, { path: 'status', before: 'contacted', after: 'quarantined' }],
    })
    const viewerOnly = await app.client().send('PATCH', '/api/admin/leads', { body: { changes: [] } })
    expect(viewerOnly.status).toBe(401)
  })

  it('given a name in either order, with another apostrophe, or a part of a phone number, then the lead is found', async () => {
    const answer = await app.client().post('/api/leads', {
      name: 'Zlata O’Castellanos',
      phone_number: '+1 (555) 9164-0177',
      email: 'zlata@finding.example',
      company_name: 'Finding',
      lead_type: 'normal_lead',
    })
    expect(answer.status, answer.text).toBe(200)
    for (const typed of [
      "o'castellanos zlata",
      'O’Castellanos',
      'Finding Zlata',
      '9164',
      '5559164',
      '9164-0177',
    ])
      expect(
        (await list(`search=${encodeURIComponent(typed)}`)).map(({ name }) => name),
        typed,
      ).toEqual(["Zlata O'Castellanos"])
    for (const typed of ['Zlata Nobody', '...', '9999164'])
      expect(await list(`search=${encodeURIComponent(typed)}`), typed).toEqual([])
  })

  it('given a filter, then the export follows it and has owner, notes and phone numbers as they are (M-138)', async () => {
    const ids = await store('Export', ['Ada', 'Bea'])
    await change(ids.get('Ada')!, { owner: 'anna', note: { id: randomUUID(), text: '=1+1' } }, anna)
    await change(ids.get('Ada')!, { note: { id: randomUUID(), text: 'Called.' } })
    const { text } = await anna.get('/api/admin/leads.csv?search=Export&owner=~me&quarantine=without')
    const [header, ...lines] = text.trimEnd().split('\r\n')
    expect(header).toBe('id,created_at,type,status,name,email,phone,company,message,source,owner,notes')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(',Ada,ada@export.example,+1 555 0100,Export,,,anna,')
    expect(lines[0]).toMatch(
      new RegExp(`"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d anna: =1\\+1\\n.* ${admin.username}: Called\\."$`),
    )
  })

  it('given saved filters, then each member has the own ones, renames and deletes them, and no name twice', async () => {
    const id = randomUUID()
    const address = (each: string) => `/api/admin/leads/filters/${each}`
    const query = { status: 'new', owner: '~me', sort: '-company' }
    expect((await staff.put(address(id), { name: 'Mine', query })).status).toBe(200)
    const filters = async (client = staff) => (await client.get('/api/admin/leads/filters')).body.filters
    expect(await filters()).toEqual([{ id, name: 'Mine', query }])
    expect(await filters(anna)).toEqual([])

    const twice = await staff.put(address(randomUUID()), { name: 'mine', query: {} })
    expect(twice.status).toBe(409)
    expect(twice.body).toMatchObject({ code: 'FILTER_NAME_TAKEN', fields: [{ path: 'name' }] })
    expect((await anna.put(address(id), { name: 'Taken over', query: {} })).status).toBe(404)
    expect((await anna.send('DELETE', address(id))).status).toBe(404)
    expect((await staff.put(address(id), { name: ' ', query: {} })).status).toBe(400)

    expect((await staff.put(address(id), { name: 'Ours', query: {} })).status).toBe(200)
    expect(await filters()).toEqual([{ id, name: 'Ours', query: {} }])
    expect((await staff.send('DELETE', address(id))).status).toBe(200)
    expect(await filters()).toEqual([])
  })
})
