import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { LeadPersonalData } from '#modules/leads/personal-data.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const app = given(startApp)
const staff = given(() => app.staff())

interface Row {
  id: string
  name: string
  status: string
  type: string
  source: string | null
  owner: string | null
}
const rows = () =>
  app.site.database.sql.query<Row>(
    'select id, name, status, lead_type as type, source, owner from leads_lead',
  )
const filters: Partial<Row>[] = [
  {},
  { status: 'new' },
  { status: 'quarantined' },
  { type: 'normal_lead' },
  { source: 'fair' },
  { source: 'fair', type: 'pre_order_book', status: 'contacted' },
  { source: 'nowhere' },
  { owner: 'admin' },
]

/** Each number of the inbox is that of the rows. */
async function expectCounted(): Promise<void> {
  const all = await rows()
  const groups = new Map<string, number>()
  for (const { status, type, source } of all) {
    const key = `${type} ${source}`
    if (status !== 'quarantined') groups.set(key, (groups.get(key) ?? 0) + 1)
  }
  for (const filter of filters) {
    const fits = (row: Row, { status, ...rest }: Partial<Row>) =>
      Object.entries(rest).every(([key, value]) => row[key as keyof Row] === value) &&
      (status === undefined || row.status === status)
    const matching = all.filter((row) => fits(row, filter))
    const apart = all.filter((row) => fits(row, { ...filter, status: 'quarantined' })).length
    // Those of a type are asked for without quarantine.
    const without = filter.type !== undefined
    const query = new URLSearchParams({ ...filter, ...(without && { quarantine: 'without' }) } as never)
    const { body } = await staff.get(`/api/admin/leads?${query}`)
    const listed = matching.filter(({ status }) => !without || status !== 'quarantined').length
    expect([body.total, body.leads.length, body.quarantined], `${query}`).toEqual([listed, listed, apart])
    const counted = body.counts.map((one: { leadType: string; source: string | null; count: number }) => [
      `${one.leadType} ${one.source}`,
      one.count,
    ])
    expect(new Map(counted), `${query}`).toEqual(groups)
  }
}

it('given leads, when one is taken in, changes, leaves quarantine or is erased, then the numbers of the inbox are those of the rows', async () => {
  await expectCounted()
  for (const [name, lead_type, bot] of [
    ['Ada', 'normal_lead', false],
    ['Bea', 'pre_order_book', false],
    ['Bot', 'normal_lead', true],
    ['Boss', 'pre_order_book', true],
  ] as const) {
    const answer = await app.client().post('/api/leads', {
      name,
      phone_number: '+1-555-0100',
      email: `${name.toLowerCase()}@counted.example`,
      company_name: 'Counted',
      lead_type,
      ...(bot && { website: 'https://spam.example' }),
    })
    expect(answer.status, answer.text).toBe(200)
    await app.site.database.sql.query("update leads_lead set source = 'fair' where name in ('Bea', 'Boss')")
  }
  await expectCounted()
  const idOf = new Map((await rows()).map(({ id, name }) => [name, id]))
  for (const [name, body] of [
    ['Bea', { status: 'contacted' }],
    ['Ada', { owner: 'admin' }],
    ['Bot', { status: 'new' }],
    ['Boss', { status: 'closed', owner: 'admin' }],
    ['Ada', { status: 'quarantined' }],
  ] as const) {
    expect((await staff.send('PATCH', `/api/admin/leads/${idOf.get(name)}`, { body })).status).toBe(200)
    await expectCounted()
  }
  const data = app.site.container.getAll(PersonalData).find((each) => each instanceof LeadPersonalData)!
  await data.erase({ userId: randomUUID(), email: 'bea@counted.example' })
  expect(await rows()).toHaveLength(3)
  await expectCounted()
})
