import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runToEnd } from './support/run-to-end.ts'

describe('an address of the database that is wrong', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  const wrong = (address: string): string => address.replace('veralead-test', 'hunter2')

  it.each([
    ['src/main.ts', 'DATABASE_ADMIN_URL', 1],
    ['src/server/cli/orders-verify.ts', 'DATABASE_URL', 2],
    ['src/server/cli/staff-create.ts --username anna --role editor', 'DATABASE_ADMIN_URL', 2],
  ] as const)(
    'given %s and a password refused at %s, then one line names it',
    async (command, variable, code) => {
      const right = { DATABASE_URL: test.url, DATABASE_ADMIN_URL: test.adminUrl }
      const { host, username } = new URL(right[variable])
      const ended = await runToEnd(command, { ...right, [variable]: wrong(right[variable]) })
      expect(ended.output.trim().split('\n').at(-1)).toBe(
        `${variable}: password refused for ${username} at ${host}`,
      )
      expect(ended.output).not.toMatch(/hunter2|^ +at /m)
      expect(ended.code).toBe(code)
    },
  )

  it('given a role that may not use the event log, then the start ends and names what to run', async () => {
    const superuser = new Client({ connectionString: test.superUrl })
    await superuser.connect()
    await superuser.query('revoke usage on schema es from veralead_app')
    const ended = await runToEnd('src/main.ts', {
      DATABASE_URL: test.url,
      DATABASE_ADMIN_URL: test.adminUrl,
    })
    await superuser.end()
    expect(ended.code).toBe(1)
    expect(ended.output).toContain('DATABASE_URL: veralead_app may not use the tables of this database')
    expect(ended.output).not.toMatch(/^ +at /m)
  })
})
