import type { ConnectionOptions, PeerCertificate } from 'node:tls'
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

test.each(['127.0.0.1', '[::1]'])(
  'given the number %s in the address, then the certificate must name that number, and not localhost',
  (host) => {
    const settings = connectTo(
      `postgres://app:p@${host}:6000/veralead?sslmode=verify-full&application_name=mine`,
    )
    const { ssl } = (new Client(settings) as unknown as { connectionParameters: { ssl: ConnectionOptions } })
      .connectionParameters
    const faultOf = (subjectaltname: string) =>
      ssl.checkServerIdentity?.('localhost', { subject: {}, subjectaltname } as PeerCertificate)
    expect(faultOf(`IP Address:${host.replace(/[[\]]/g, '')}`)).toBeUndefined()
    expect(faultOf('DNS:localhost')?.message).toContain(host.replace(/[[\]]/g, ''))
    expect(ssl.rejectUnauthorized).not.toBe(false)
    expect(settings.connectionString).toContain('application_name=mine')
    for (const open of ['sslmode=disable', 'ssl=false', ''])
      expect(connectTo(`postgres://app:p@${host}/veralead?${open}`).ssl).toBeUndefined()
    expect(connectTo(`postgres://app:p@${host}/veralead?sslmode=no-verify`).ssl?.rejectUnauthorized).toBe(
      false,
    )
  },
)

test('given an address that leads to PgBouncer, then no setting of a session is asked for', () => {
  const { statement_timeout, options } = parameters('postgres://app:p@db:6432/veralead?pgbouncer=true')
  expect([statement_timeout, options]).toEqual([false, undefined])
})
