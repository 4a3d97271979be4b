import { Client } from 'pg'
import { expect, test } from 'vitest'
import { connectTo } from '#platform/database/connect-to.ts'

/** What `pg` makes of the options. */
function parameters(url: string): Record<string, unknown> {
  const client = new Client(connectTo(url, { statement_timeout: 5_000, options: '-c timezone=UTC' }))
  return (client as unknown as { connectionParameters: Record<string, unknown> }).connectionParameters
}

test('given a plain address, then the settings are sent with it', () => {
  expect(parameters('postgres://app:p@db:6000/veralead')).toMatchObject({
    host: 'db',
    port: 6000,
    database: 'veralead',
    ssl: false,
    statement_timeout: 5_000,
    options: '-c timezone=UTC',
  })
})

test('given parameters in the address, then each of them holds, and options are added to ours', () => {
  const url =
    'postgres://app:p@db/veralead?sslmode=verify-full&application_name=mine&options=-c%20search_path%3Dpublic'
  expect(parameters(url)).toMatchObject({
    ssl: {},
    application_name: 'mine',
    statement_timeout: 5_000,
    options: '-c search_path=public -c timezone=UTC',
  })
})

test('given an address that leads to PgBouncer, then no setting of a session is asked for', () => {
  const { statement_timeout, options } = parameters('postgres://app:p@db:6432/veralead?pgbouncer=true')
  expect([statement_timeout, options]).toEqual([false, undefined])
})
