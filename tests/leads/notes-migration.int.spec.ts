import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { allMigrations } from '../../src/server/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  const before = allMigrations.filter(({ name }) => name < '20261122-c0-leads-notes-owners')
  database = await createTestDatabase({ migrations: before })
  client = new Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('given the one note of each lead from before, when it is migrated, then it is the first note, with its author where the audit knows one', async () => {
  const [known, unknown, without] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, notes] of [
    [known, 'Called twice.'],
    [unknown, 'From long ago.'],
    [without, ''],
  ])
    await client.query(
      `insert into leads_lead (id, name, email, phone, company, message, lead_type, status, notes, address_digest, created_at)
       values ($1, 'Ada', 'ada@company.example', '', '', '', 'normal_lead', 'new', $2, '', '2026-01-02T03:04:05Z')`,
      [id, notes],
    )
  const audit = (by: string, at: string, changes: object[]) =>
    client.query(
      `insert into platform_audit (at, done_by, action, subject, changes) values ($1, $2, 'Changed a lead', $3, $4)`,
      [at, by, `Lead ${known}`, JSON.stringify({ count: changes.length, first: changes })],
    )
  const noted = [
    { path: 'from', after: '::1' },
    { path: 'notes', before: '0 characters', after: '4 characters' },
  ]
  await audit('bea', '2026-02-01T00:00:00Z', noted)
  await audit('anna', '2026-03-01T00:00:00Z', noted)
  await audit('zoe', '2026-04-01T00:00:00Z', [{ path: 'status', before: 'new', after: 'contacted' }])

  const firstOnly = allMigrations.filter(({ name }) => name < '20261122-e1-leads-notes-of-older-processes')
  await migrate(database.adminUrl, firstOnly, { appRole: 'veralead_app' })
  // Written by an older process before there was a trigger.
  await client.query(`update leads_lead set notes = 'Between the two.' where id = $1`, [without])
  await migrate(database.adminUrl, allMigrations, { appRole: 'veralead_app' })
  const { rows } = await client.query('select lead_id, author, at, text from leads_note order by at')
  expect(rows).toEqual([
    { lead_id: unknown, author: null, at: new Date('2026-01-02T03:04:05Z'), text: 'From long ago.' },
    { lead_id: known, author: 'anna', at: new Date('2026-03-01T00:00:00Z'), text: 'Called twice.' },
    { lead_id: without, author: null, at: expect.any(Date), text: 'Between the two.' },
  ])
})

test('given a process of the release before, when it writes the column as the role of the application, then the text is a note', async () => {
  const own = await createTestDatabase()
  const [app, owner] = [own.url, own.adminUrl].map((connectionString) => new Client({ connectionString }))
  if (!app || !owner) throw new Error('No clients')
  try {
    await Promise.all([app.connect(), owner.connect()])
    const id = randomUUID()
    await app.query(
      `insert into leads_lead (id, name, email, phone, company, message, lead_type, status, address_digest, created_at)
       values ($1, 'Ada', 'ada@company.example', '', '', '', 'normal_lead', 'new', '', now())`,
      [id],
    )
    const write = (client: Client, notes: string, status = 'new') =>
      client.query('update leads_lead set notes = $2, status = $3 where id = $1', [id, notes, status])
    await write(app, 'Called once.')
    await write(app, 'Called once.', 'contacted')
    await write(app, '')
    await write(owner, 'Called by the owner of the table.')
    const { rows } = await app.query(
      `select lead_id, author, text, at between now() - interval '1 minute' and now() as fresh from leads_note order by at`,
    )
    expect(rows).toEqual([
      { lead_id: id, author: null, text: 'Called once.', fresh: true },
      { lead_id: id, author: null, text: 'Called by the owner of the table.', fresh: true },
    ])
    await app.query('delete from leads_lead where id = $1', [id])
    expect((await app.query('select id from leads_note')).rows).toEqual([])
  } finally {
    await Promise.all([app.end(), owner.end()])
    await own.drop()
  }
})
