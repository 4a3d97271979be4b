import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Staff } from '#modules/identity/staff/staff.ts'
import { LeadNotes } from '#modules/leads/lead-notes.ts'
import { LeadPersonalData } from '#modules/leads/personal-data.ts'
import { SavedFilters } from '#modules/leads/saved-filters.ts'
import { admin, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

const lead = (email: string, changes: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  company_name: 'Analytical Engines Ltd.',
  additional_message: 'Please call.',
  lead_type: 'normal_lead',
  email,
  ...changes,
})

describe('who sees what of a lead, and what is recorded of it', () => {
  const app = given(startApp)
  beforeEach(() => app.advance(120_000))

  const password = 'A-staff-password-7'
  const signedIn = async (role: 'viewer' | 'editor'): Promise<HttpClient> => {
    const username = `${role}-${randomUUID().slice(0, 8)}`
    await app.site.container.get(Staff).create({ username, password, role })
    const client = app.client()
    expect((await client.post('/api/auth/login', { username, password })).status).toBe(200)
    return client
  }

  const post = async (email: string, changes: Record<string, unknown> = {}): Promise<void> => {
    const answer = await app.client().post('/api/leads', lead(email, changes))
    expect(answer.status, answer.text).toBe(200)
  }
  type Entry = { by: string; action: string; subject: string; changes: { path: string; after?: unknown }[] }
  const audit = async (client?: HttpClient): Promise<Entry[]> =>
    (await (client ?? (await app.staff())).get('/api/audit')).body.entries

  it('given a viewer, when the search is part of an address, then nothing is found; an editor finds it (S-2)', async () => {
    await post('zqa6ptr16c.ceo@private-bank.example')
    const [viewer, editor] = [await signedIn('viewer'), await signedIn('editor')]
    const total = async (client: HttpClient, search: string): Promise<number> =>
      (await client.get(`/api/admin/leads?search=${search}`)).body.total
    expect(await total(viewer, 'zqa6')).toBe(0)
    expect(await total(viewer, 'private-bank')).toBe(0)
    expect(await total(viewer, 'Lovelace')).toBe(1)
    expect(await total(viewer, 'Analytical')).toBe(1)
    expect(await total(viewer, 'call')).toBe(1)
    expect(await total(editor, 'zqa6')).toBe(1)
  })

  it('given an address in the settings, then a viewer of the audit reads none, the owner does (S-2)', async () => {
    const staff = await app.staff()
    const { sections } = (await staff.get('/api/settings')).body
    const { values, revision } = sections.find(({ key }: { key: string }) => key === 'leads')
    const body = { values: { ...values, notifyEmail: 'private@notify.example' }, revision }
    expect((await staff.send('PUT', '/api/settings/leads', { body })).status).toBe(200)
    expect(JSON.stringify(await audit())).toContain('private@notify.example')
    const shown = JSON.stringify(await audit(await signedIn('viewer')))
    expect(shown).not.toContain('notify.example')
    expect(shown).toContain('(address hidden)')
  })

  it('given an export, a changed lead and a read, then the audit says who, from where and what, and no personal text (S-6)', async () => {
    await post('audited@person.example')
    const staff = await app.staff()
    const [found] = (await staff.get('/api/admin/leads?search=audited@person.example')).body.leads
    expect(
      (await staff.get('/api/admin/leads.csv?type=normal_lead&search=audited@person.example')).status,
    ).toBe(200)
    const note = { id: randomUUID(), text: 'Ada prefers mornings' }
    const body = { status: 'contacted', owner: admin.username, note }
    expect((await staff.send('PATCH', `/api/admin/leads/${found.id}`, { body })).status).toBe(200)
    expect((await staff.get(`/api/admin/leads/${found.id}/person`)).status).toBe(200)
    const entries = await audit()
    const one = (action: string, subject: string): Entry | undefined =>
      entries.find((entry) => entry.action === action && entry.subject === subject)
    const from = { path: 'from', after: expect.stringMatching(/^(?:::1|127\.|::ffff:127\.)/) }
    expect(one('Exported leads', 'leads.csv')).toMatchObject({
      by: expect.stringMatching(/./),
      changes: [from, { path: 'type', after: 'normal_lead' }, { path: 'search', after: '22 characters' }],
    })
    expect(one('Changed a lead', `Lead ${found.id}`)).toMatchObject({
      changes: [
        from,
        { path: 'status', before: 'new', after: 'contacted' },
        { path: 'owner', before: 'nobody', after: admin.username },
        { path: 'notes', after: '20 characters' },
      ],
    })
    expect(one('Read leads', `The person behind lead ${found.id}`)).toMatchObject({ changes: [from] })
    expect(one('Read leads', 'The inbox')).toMatchObject({ changes: [from] })
    const withoutReads = (await staff.get('/api/audit?reads=without')).body.entries.map(
      (each: Entry) => each.action,
    )
    expect(withoutReads).toContain('Changed a lead')
    expect(withoutReads).not.toContain('Read leads')
    expect(JSON.stringify(entries)).not.toMatch(/person\.example|mornings/)
  })

  it('given leads of an international domain, then export and erasure find them in any spelling of it (S-18, S-19)', async () => {
    const { sql } = app.site.database
    for (const email of ['ada@пример.example', 'ada@ПРИМЕР.example', 'bob@пример.example']) await post(email)
    await sql.query(
      `insert into leads_note (id, lead_id, author, at, text)
       select gen_random_uuid(), id, 'anna', now(), 'Wants a call' from leads_lead where email like '%@xn--e1afmkfd.example'`,
      [],
    )
    const staff = await app.staff()
    await sql.query(
      "update leads_lead set name = case when id = (select min(id::text)::uuid from leads_lead where email = 'ada@xn--e1afmkfd.example') then 'Ann' else 'Ada Lovelace' end where email = 'ada@xn--e1afmkfd.example'",
    )
    for (const [name, search] of [
      ['By address', 'Ada@XN--e1afmkfd.example'],
      ['By name', 'ada  LOVELACE'],
      ['Ask Ada Lovelace, today', 'new'],
      // One short word means too many others, and part of a word means somebody else.
      ['Ann', 'ann'],
      ['Of others', 'canada lovelaces'],
      ['Others', 'bob'],
    ]) {
      const body = { name, query: { search } }
      expect((await staff.put(`/api/admin/leads/filters/${randomUUID()}`, body)).status).toBe(200)
    }
    const data = new LeadPersonalData(
      app.site.database,
      new LeadNotes(app.site.database, app.clock),
      new SavedFilters(app.site.database),
    )
    const person = { userId: randomUUID(), email: 'ada@ｘn--e1afmkfd.example' }
    const exported = (await data.export(person)) as { notes: { author: string; text: string }[] }[]
    expect(exported).toHaveLength(2)
    const noted = exported.flatMap(({ notes }) => notes)
    expect(noted).toHaveLength(2)
    expect(noted[0]).toMatchObject({ author: 'anna', text: 'Wants a call' })
    await data.erase(person)
    expect(await sql.query("select email from leads_lead where email like '%@xn--e1afmkfd.example'")).toEqual(
      [{ email: 'bob@xn--e1afmkfd.example' }],
    )
    expect(await sql.query('select text from leads_note where author = $1', ['anna'])).toHaveLength(1)
    const { filters } = (await staff.get('/api/admin/leads/filters')).body
    expect(filters.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Of others', 'Others'])
  })
})
