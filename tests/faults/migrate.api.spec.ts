import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseline } from '../../src/server/migrations.ts'
import { eventually } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { Buyer } from './support/buyer.ts'
import { runToEnd } from './support/run-to-end.ts'
import { openSite } from './support/site.ts'

const command = 'src/server/cli/migrate.ts'
const nothing = 'Nothing to do: the database is as this version wants it.'

async function asSuperuser(test: TestDatabase, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: test.superUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What a command or a start printed as its last line, and that it printed no stack. */
function lastLine({ output }: { output: string }): string {
  expect(output).not.toMatch(/^ +at /m)
  return output.trim().split('\n').at(-1)!
}

describe('npm run migrate', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase({ empty: true })
  })
  afterAll(() => test.drop())

  const both = () => ({ DATABASE_URL: test.url, DATABASE_ADMIN_URL: test.adminUrl })

  it('given an empty database and no owner, then start and command end with one line that names the command', async () => {
    for (const file of ['src/main.ts', command]) {
      const ended = await runToEnd(file, { DATABASE_URL: test.url })
      expect(lastLine(ended)).toMatch(
        /^\d+ migrations wait \(20261121-01-\S+, …\): run npm run migrate with /,
      )
      expect(ended.code).toBeGreaterThan(0)
    }
  })

  it('given migrations that wait, when a command that reads knows the owner, then it runs none of them', async () => {
    for (const reading of [
      'src/server/cli/orders-verify.ts',
      'src/server/cli/books-export.ts events.jsonl',
    ]) {
      const ended = await runToEnd(reading, both())
      expect([ended.code, lastLine(ended)]).toEqual([
        2,
        expect.stringMatching(/^\d+ migrations wait \(20261121-01-\S+, …\): run npm run migrate with /),
      ])
    }
    expect((await runToEnd('src/server/cli/doctor.ts', both())).output).toMatch(/FAIL +Migrations +\d+ wait/)
  })

  it('given two at once, then one waits for the other; a third has nothing to do', async () => {
    const runs = await Promise.all([runToEnd(command, both()), runToEnd(command, both())])
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    const lines = runs.flatMap(({ output }) => output.trim().split('\n'))
    expect(lines.filter((line) => line.startsWith('Ran '))).toEqual([
      expect.stringMatching(/^Ran \d+ migrations, from 20261121-01-\S+ to \d{8}-\S+\.$/),
    ])
    expect(lines.filter((line) => line.startsWith('Prepared the jobs: '))).toEqual([
      expect.stringMatching(/^Prepared the jobs: the schema pgboss, .*leads-thank-you/),
    ])
    const third = await runToEnd(command, both())
    expect(third).toEqual({ code: 0, output: `${nothing}\n` })
    expect(await runToEnd(command, { DATABASE_URL: test.url })).toEqual(third)
  })

  it('given the application role only, when it has run, then the site sells and its jobs run', async () => {
    const site = await openSite({ database: test, env: { DATABASE_ADMIN_URL: '' } })
    try {
      const { body } = await new HttpClient(site.url()).get('/readyz')
      expect(body.status).toBe('ready')
      expect(site.output()).not.toContain('owner role')
      const buyer = new Buyer(site)
      await buyer.signUp()
      const { orderId, intentId } = await buyer.checkout()
      await site.lab(`/lab/objects/${intentId}/pay`, {})
      // Its confirmation is a job.
      await eventually(async () => {
        const [row] = await site.sql.query<{ state: string }>(
          `select state from commerce_order_mail where order_id = $1 and kind = 'confirmation'`,
          [orderId],
        )
        return row?.state === 'sent'
      }, 60)
      await site.expectInvariants()
    } finally {
      await site.close()
    }
  })

  it('given other queues than this version wants, then the application role changes them itself', async () => {
    await asSuperuser(test, `update pgboss.queue set retry_limit = 1 where name = 'leads-thank-you'`)
    const ended = await runToEnd(command, { DATABASE_URL: test.url })
    expect(ended).toEqual({ code: 0, output: 'Prepared the jobs: leads-thank-you\n' })
  })

  it('given an older schema of the jobs and no owner, then one line names the command', async () => {
    await asSuperuser(test, 'update pgboss.version set version = version - 1')
    const ended = await runToEnd('src/main.ts', { DATABASE_URL: test.url })
    expect(lastLine(ended)).toMatch(/^The schema of the jobs .*: run npm run migrate with DATABASE_ADMIN_URL/)
    expect(ended.code).toBe(1)
    await asSuperuser(test, 'update pgboss.version set version = version + 1')
  })

  it('given a database of an older checkout, then start and command end with one sentence that says what to do', async () => {
    const { name } = baseline
    await asSuperuser(test, `delete from platform_migration where name = '${name}'`)
    for (const file of ['src/main.ts', command]) {
      const ended = await runToEnd(file, file === command ? both() : { DATABASE_URL: test.url })
      expect(lastLine(ended)).toMatch(
        /^This database was made by a version .* never released: start with a new DATA_DIR .*npm run demo -- --reset empties this one$/,
      )
      expect(ended.code).toBeGreaterThan(0)
    }
    await asSuperuser(test, `insert into platform_migration (name) values ('${name}')`)
  })

  it('given an owner that owns nothing, or not all, then one line says so', async () => {
    const nobody = await runToEnd(command, { DATABASE_URL: test.url, DATABASE_ADMIN_URL: test.url })
    expect(lastLine(nobody)).toMatch(/^DATABASE_ADMIN_URL: veralead_app does not own the tables /)
    expect(nobody.code).toBe(2)

    await asSuperuser(
      test,
      // As if this migration were still to run, and the schema in which it makes its table were somebody else's.
      `delete from platform_migration where name = '20261121-13-performance'`,
      'alter schema public owner to current_user',
    )
    const some = await runToEnd(command, both())
    expect(lastLine(some)).toMatch(/^veralead_owner may not change this database \(/)
    expect(some.code).toBe(2)
  })
})
