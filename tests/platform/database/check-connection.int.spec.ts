import { createServer, type Server } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkConnection } from '#platform/database/check-connection.ts'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'

describe('trying the address of a database', () => {
  let test: TestDatabase
  let silent: Server
  let place: string

  beforeAll(async () => {
    test = await createTestDatabase()
    place = new URL(test.url).host
    silent = createServer((socket) => void socket.on('error', () => undefined).end('not PostgreSQL'))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    silent.close()
    await test.drop()
  })

  const changed = (change: (url: URL) => void): string => {
    const url = new URL(test.url)
    change(url)
    return url.href
  }
  const refusal = (url: string): Promise<string> =>
    checkConnection(url).then(
      () => 'let in',
      ({ message }: Error) => message,
    )

  it('given both roles, then each is known, and only the owner owns', async () => {
    expect(await checkConnection(test.url)).toEqual({
      role: 'veralead_app',
      owns: false,
      mayUse: true,
      limited: true,
    })
    expect(await checkConnection(test.adminUrl)).toEqual({
      role: 'veralead_owner',
      owns: true,
      mayUse: true,
      limited: true,
    })
  })

  it('given an empty database, then who may make tables will own them', async () => {
    const empty = await createTestDatabase({ empty: true })
    expect(await checkConnection(empty.url)).toMatchObject({ owns: false, mayUse: true, limited: true })
    expect(await checkConnection(empty.adminUrl)).toMatchObject({ owns: true, mayUse: true, limited: true })
    await empty.drop()
  })

  it('given an address of PgBouncer, then it says whether the role has a limit of time', async () => {
    const address = `${test.url}?pgbouncer=true`
    expect(await checkConnection(address)).toMatchObject({ limited: false })
    const superuser = new Client({ connectionString: test.superUrl })
    await superuser.connect()
    await superuser.query(`alter role veralead_app in database ${test.name} set statement_timeout = '50ms'`)
    await superuser.end()
    expect(await checkConnection(address)).toMatchObject({ limited: true })
    expect(await checkConnection(test.url)).toMatchObject({ limited: true })
    // Checks and exports lift it for their own transaction.
    expect(await inSnapshot(address, ({ query }) => query('select 1 as one from pg_sleep(0.2)'))).toEqual([
      { one: 1 },
    ])
  })

  it('given a role without rights on the log, then it says so', async () => {
    const superuser = new Client({ connectionString: test.superUrl })
    await superuser.connect()
    await superuser.query('revoke usage on schema es from veralead_app')
    expect(await checkConnection(test.url)).toMatchObject({ mayUse: false })
    await superuser.query('grant usage on schema es to veralead_app')
    await superuser.end()
  })

  it('given something wrong, then one line says what, without the password', async () => {
    const nobody = await freePort()
    const port = (silent.address() as { port: number }).port
    const cases: [string, string | RegExp][] = [
      [changed((url) => (url.password = 'hunter2')), `password refused for veralead_app at ${place}`],
      [changed((url) => (url.username = 'hunter')), `password refused for hunter at ${place}`],
      [changed((url) => (url.password = '')), 'the address has no password'],
      [changed((url) => (url.pathname = '/nowhere')), `database nowhere does not exist at ${place}`],
      [changed((url) => (url.pathname = '/postgres')), /^let in$|may not connect to database postgres/],
      [changed((url) => (url.port = String(nobody))), /^nothing answers at .*:\d+ \(ECONNREFUSED\)$/],
      [
        changed((url) => (url.hostname = 'no-such-host.invalid')),
        'the host no-such-host.invalid is not known',
      ],
      [changed((url) => (url.port = String(port))), /is that PostgreSQL\?|cannot connect to/],
      [changed((url) => (url.search = '?sslmode=verify-full&sslrootcert=/no/ca.pem')), 'the file /no/ca.pem'],
      [changed((url) => (url.search = '?sslmode=verify-full')), 'does not support SSL'],
    ]
    for (const [url, expected] of cases) {
      const message = await refusal(url)
      expect(message).toMatch(expected)
      expect(message).not.toMatch(/hunter2|veralead-test|\n/)
    }
  })
})
