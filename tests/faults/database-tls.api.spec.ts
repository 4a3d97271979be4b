import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { startTlsServer, type TlsServer, wrongCa } from '../support/tls-server.ts'
import { runToEnd } from './support/run-to-end.ts'

interface Session {
  application_name: string
  ssl: boolean
}

describe('a PostgreSQL server that takes TLS only', () => {
  let server: TlsServer
  let superuser: Client
  let app: SpawnedApp | undefined

  beforeAll(async () => {
    server = await startTlsServer()
    superuser = new Client({ connectionString: server.superUrl })
    await superuser.connect()
  })
  afterAll(async () => {
    await app?.stop()
    await app?.clean()
    await superuser?.end()
    await server?.stop()
  })

  const sessions = async (): Promise<Session[]> => {
    const { rows } = await superuser.query<Session>(
      `select application_name, ssl from pg_stat_ssl join pg_stat_activity using (pid)
       where usename in ('veralead_app', 'veralead_owner')`,
    )
    return rows
  }

  it('given an empty database and verify-full, then two workers start and every connection is encrypted', async () => {
    app = await spawnApp({
      env: { DATABASE_URL: server.url(), DATABASE_ADMIN_URL: server.adminUrl(), WEB_CONCURRENCY: '2' },
    })
    const client = new HttpClient(app.url)
    expect((await client.get('/readyz')).body.status).toBe('ready')
    const seen = await sessions()
    for (const name of ['veralead', 'veralead-jobs', 'veralead-listen']) {
      expect(seen.map(({ application_name }) => application_name)).toContain(name)
    }
    expect(seen.filter(({ ssl }) => !ssl)).toEqual([])
  })

  it('given another CA, or no TLS, then the start ends and names the variable', async () => {
    const other = `sslmode=verify-full&sslrootcert=${wrongCa}`
    const refused = await runToEnd('src/main.ts', {
      DATABASE_URL: server.url(),
      DATABASE_ADMIN_URL: server.adminUrl(other),
    })
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(
      /^DATABASE_ADMIN_URL: veralead_owner cannot connect to .*certificate.*sslrootcert/m,
    )
    const plain = await runToEnd('src/main.ts', { DATABASE_URL: server.url('sslmode=disable') })
    expect(plain.output).toMatch(/^DATABASE_URL: .*no pg_hba.conf entry .*no encryption$/m)
    expect(`${refused.output}${plain.output}`).not.toContain('    at ')
  })
})
