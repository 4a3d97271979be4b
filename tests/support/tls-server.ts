import { chmod, chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverAccount } from '#platform/database/embedded/account.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'

/** An embedded server whose product roles are let in over TLS only, as hosted PostgreSQL mostly is. */
export interface TlsServer {
  /** As the application's role, with the parameters `query` instead of `sslmode=verify-full` and the right CA. */
  url(query?: string): string
  /** As the owner's role, likewise. */
  adminUrl(query?: string): string
  /** As a superuser to the product's database, without TLS. */
  superUrl: string
  stop(): Promise<void>
}

const certificates = join(import.meta.dirname, 'tls')
/** The certificate of `localhost` is signed by it. Valid from 2020 to 2120. */
const rightCa = join(certificates, 'ca.pem')
export const wrongCa = join(certificates, 'other-ca.pem')

const clientRules = `host all postgres 127.0.0.1/32 scram-sha-256
hostssl all all all scram-sha-256
`

export async function startTlsServer(): Promise<TlsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'veralead-tls-'))
  await chmod(folder, 0o755) // the user that runs PostgreSQL is another one when this is root
  const rules = join(folder, 'client-rules.conf')
  await writeFile(rules, clientRules)
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')]
  await copyFile(join(certificates, 'server.pem'), certificate)
  await copyFile(join(certificates, 'server.key'), key)
  await chmod(key, 0o600)
  const account = serverAccount()
  if (account !== undefined) await chown(key, account.uid, account.gid)
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    explicit: false,
    log: () => undefined,
    settings: {
      fsync: 'off',
      ssl: 'on',
      ssl_cert_file: certificate,
      ssl_key_file: key,
      hba_file: rules,
    },
  })
  const verified = `sslmode=verify-full&sslrootcert=${rightCa}`
  const address = (url: string, query: string) => {
    const changed = new URL(url)
    changed.hostname = 'localhost'
    changed.search = query
    return changed.href
  }
  const { port } = new URL(server.url)
  return {
    url: (query = verified) => address(server.url, query),
    adminUrl: (query = verified) => address(server.adminUrl, query),
    superUrl: server.superUrl.replace(`:${port}/postgres`, `:${port}/veralead`),
    stop: async () => {
      await server.stop()
      await rm(server.location, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
