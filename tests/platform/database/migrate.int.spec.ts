import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate, migrationsOf, pendingAfter } from '#platform/database/migrate.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const step = (name: string, sql: string): ModuleMigration => ({ name, sql })
const note = step(
  '20261121-01-a-note',
  'create table note (id serial primary key, by text default current_user, doc jsonb)',
)

describe('migrate', () => {
  const made: TestDatabase[] = []
  let test: TestDatabase

  beforeEach(async () => {
    test = await createTestDatabase({ empty: true })
    made.push(test)
  })
  afterAll(async () => {
    for (const { drop } of made) await drop()
  })

  async function asApp<T>(work: (db: PostgresDatabase) => Promise<T>, url = test.url): Promise<T> {
    const db = await PostgresDatabase.open({ url })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  const pending = async (...migrations: ModuleMigration[]) =>
    pendingAfter(await asApp((db) => migrationsOf(db.sql)), migrations)
  const run = (migrations: ModuleMigration[]) =>
    migrate(test.adminUrl, migrations, { appRole: 'veralead_app' })

  it('given migrations of several modules, then they run in the order of their names, once, as the owner', async () => {
    const second = step(
      '20261121-02-b-fill',
      `insert into note (doc) values ('{"a": 1}'); insert into note default values`,
    )
    expect(await run([second, note])).toEqual([note.name, second.name])
    expect(await run([second, note])).toEqual([])
    const rows = await asApp((db) => db.sql.query('select by from note'))
    expect(rows).toEqual([{ by: 'veralead_owner' }, { by: 'veralead_owner' }])
  })

  it('given a database that is current, when a migration is added, then only that one runs', async () => {
    await run([note])
    const added = step('20261122-01-a-more', 'alter table note add column more text')
    expect(await pending(note, added)).toEqual([added.name])
    expect(await run([note, added])).toEqual([added.name])
    expect(await pending(note, added)).toEqual([])
  })

  it('given four processes that start together, then every migration runs exactly once', async () => {
    const slow = step('20261121-02-slow', 'insert into note default values; select pg_sleep(0.2)')
    const results = await Promise.all([1, 2, 3, 4].map(() => run([note, slow])))
    expect(results.flat().sort()).toEqual([note.name, slow.name])
    expect(await asApp((db) => db.sql.query('select from note'))).toHaveLength(1)
  })

  it('given a migration that fails, then none of this run stays and the error names what is wrong', async () => {
    const broken = step('20261121-02-broken', 'insert into no_such_table values (1)')
    await expect(run([note, broken])).rejects.toThrow('no_such_table')
    expect(await pending(note, broken)).toEqual([note.name, broken.name])
    expect(await run([note])).toEqual([note.name])
  })

  it('given two migrations of one name, then it refuses before it touches anything', async () => {
    await expect(run([note, { ...note }])).rejects.toThrow(`Two migrations are called ${note.name}`)
  })

  it('given SQL with question marks and dollar signs, then it arrives word for word', async () => {
    await run([
      note,
      step(
        '20261121-02-verbatim',
        `insert into note (doc) select '{"what": "?"}'::jsonb where '{"a": 1}'::jsonb ? 'a' and '$1' <> '?'`,
      ),
    ])
    expect(await asApp((db) => db.sql.query('select doc from note'))).toEqual([{ doc: { what: '?' } }])
  })

  it('given two roles, then the site may work with tables and do nothing else', async () => {
    await run([
      note,
      step(
        '20261121-02-functions',
        `create function granted() returns int language sql as 'select 1';
         create function withheld() returns int language sql as 'select 1';
         do $$ begin
           execute format('grant execute on function granted() to %I', current_setting('veralead.app_role'));
         end $$`,
      ),
    ])
    await asApp(async ({ sql }) => {
      await sql.query(`insert into note (doc) values ('1')`)
      await sql.query(`update note set doc = '2'`)
      await sql.query('delete from note')
      expect(await sql.query('select granted() as value')).toEqual([{ value: 1 }])
      for (const refused of [
        'select withheld()',
        'create table mine (id int)',
        'alter table note add column x int',
        'drop table note',
        'truncate note',
        'set role veralead_owner',
        'alter role veralead_app superuser',
        `insert into platform_migration (name) values ('20991231-01-never')`,
        'delete from platform_migration',
      ]) {
        await expect(sql.query(refused), refused).rejects.toMatchObject({ code: '42501' })
      }
    })
  })

  it('given one role only, then migrations run and name that role as the site', async () => {
    const who = step(
      '20261121-02-who',
      `insert into note (doc) values (to_jsonb(current_setting('veralead.app_role')))`,
    )
    expect(await migrate(test.adminUrl, [note, who])).toHaveLength(2)
    const rows = await asApp((db) => db.sql.query('select doc from note'), test.adminUrl)
    expect(rows).toEqual([{ doc: 'veralead_owner' }])
  })
})
