import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkConnection } from '#platform/database/check-connection.ts'
import { migrate } from '#platform/database/migrate.ts'
import { ensureRoles } from '#platform/database/roles.ts'
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts'
import { allMigrations } from '../../src/server/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { spawnApp } from '../support/spawn-app.ts'

const password = 'veralead-test'

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows ?? []
  } finally {
    await client.end()
  }
}

/** Who owns each object of the product, and what the application's role may do with it. */
const rights = `
  select 'schema ' || nspname as object, pg_get_userbyid(nspowner) as owner,
    array_to_string(array(select p from unnest('{usage,create}'::text[]) p
      where has_schema_privilege('veralead_app', oid, p)), ' ') as app
  from pg_namespace where nspname in ('public', 'es', 'pgboss')
  union all
  select relkind::text || ' ' || c.oid::regclass, pg_get_userbyid(relowner),
    case when relkind in ('r', 'p', 'v') then array_to_string(array(
      select p from unnest('{select,insert,update,delete,truncate,trigger}'::text[]) p
      where has_table_privilege('veralead_app', c.oid, p)), ' ') else '' end
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'es', 'pgboss') and relkind in ('r', 'p', 'v', 'S')
  union all
  select 'function ' || p.oid::regprocedure, pg_get_userbyid(proowner),
    has_function_privilege('veralead_app', p.oid, 'execute')::text
  from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('public', 'es', 'pgboss')
  order by 1`

describe('docs/one-to-two-roles.sql', () => {
  let reference: TestDatabase
  let expected: Record<string, unknown>[]
  const made: string[] = []
  beforeAll(async () => {
    reference = await createTestDatabase()
    await prepareJobs(reference.adminUrl, 'veralead_app')
    expected = await run(reference.superUrl, rights)
  })
  afterAll(async () => {
    for (const statement of made.reverse()) await run(reference.superUrl, statement)
    await reference.drop()
  })

  /** An installation with one role: `user`, or the superuser of the server. */
  async function oneRole(user: string | undefined): Promise<{ url(user?: string): string }> {
    const name = `veralead_test_${Date.now().toString(36)}_${process.pid}_${randomBytes(4).toString('hex')}`
    if (user !== undefined) {
      await run(reference.superUrl, `create role ${user} login password '${password}'`)
      made.push(`drop role ${user}`)
    }
    await run(
      reference.superUrl,
      `create database ${name} template template0${user === undefined ? '' : ` owner ${user}`}`,
    )
    made.push(`drop database ${name} with (force)`)
    const url = (as?: string): string => {
      const address = new URL(reference.superUrl)
      address.pathname = `/${name}`
      if (as !== undefined) Object.assign(address, { username: as, password })
      return address.href
    }
    await migrate(url(user), allMigrations)
    await prepareJobs(url(user))
    return { url }
  }

  it.each([
    ['a role of its own', `old_role_${process.pid}`],
    ['the role that made the server', undefined],
  ])(
    'given an installation with %s, then owners and rights are those of a new one with two',
    async (_, user) => {
      const { url } = await oneRole(user)
      await ensureRoles(url(), { owner: password, app: password })
      expect(await checkConnection(url('veralead_app'))).toMatchObject({ mayUse: false })
      const file = await readFile(new URL('../../docs/one-to-two-roles.sql', import.meta.url), 'utf8')
      // Lines for psql itself.
      const script = file.replaceAll(/^\\.*$/gm, '')
      await run(url(), script)
      expect(await run(url(), rights)).toEqual(expected)
      await run(url(), script)
      expect(await run(url(), rights)).toEqual(expected)

      // What a later release makes is the application's, too.
      await run(url('veralead_owner'), 'create table later (id int)')
      expect(await run(url('veralead_app'), 'select * from later')).toEqual([])
      expect(await checkConnection(url('veralead_app'))).toMatchObject({ owns: false, mayUse: true })
      if (user !== undefined) return

      const app = await spawnApp({
        env: { DATABASE_URL: url('veralead_app'), DATABASE_ADMIN_URL: url('veralead_owner') },
      })
      try {
        expect((await new HttpClient(app.url).get('/readyz')).status).toBe(200)
        expect(app.output()).not.toContain('is also the owner role')
      } finally {
        await app.stop()
        await app.clean()
      }
    },
    120_000,
  )
})
