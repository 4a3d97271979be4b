import type { Config } from '#platform/config/config.ts'
import { type CheckedRole, checkConnection } from '#platform/database/check-connection.ts'
import { appRole } from '#platform/database/roles.ts'
import type { HouseParts } from './app.ts'

/** What keeps the product from starting, in one line that says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

export interface ConfiguredDatabase {
  addresses: HouseParts['database']
  /** Where it is, without credentials. */
  described: string
  /** Whether the site connects as the owner of the tables, and so is held to less than it could be. */
  applicationOwns: boolean
  /** Leaves an embedded server; nothing to do for any other. */
  stop(): Promise<void>
}

/** The database the configuration names, or the embedded server. Throws CannotStart when that cannot run. */
export async function openConfiguredDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<ConfiguredDatabase> {
  if (database.kind === 'url') {
    const { host, pathname } = new URL(database.url)
    const { url, adminUrl } = database
    const { app, owner } = await checkedRoles(url, adminUrl)
    return {
      addresses: { url, adminUrl, ...(app.role === owner.role ? {} : { appRole: app.role }) },
      described: `${host}${pathname}`,
      applicationOwns: app.owns,
      stop: async () => undefined,
    }
  }
  const { startEmbeddedPostgres } = await import('#platform/database/embedded/embedded-postgres.ts')
  const server = await startEmbeddedPostgres({
    dataDir: dataDir.path,
    explicit: dataDir.explicit,
    log: say,
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    throw new CannotStart(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  return {
    addresses: { url: server.url, adminUrl: server.adminUrl, appRole },
    described: `embedded PostgreSQL, ${server.location}`,
    applicationOwns: false,
    stop: () => server.stop(),
  }
}

/** The roles of both addresses, each tried once. Throws CannotStart that names the variable. */
async function checkedRoles(
  url: string,
  adminUrl: string,
): Promise<{ app: CheckedRole; owner: CheckedRole }> {
  const check = (variable: string, address: string) =>
    checkConnection(address).catch((cause: Error) => {
      throw new CannotStart(`${variable}: ${cause.message}`, { cause })
    })
  const checkingApp = check('DATABASE_URL', url)
  const [app, owner] = await Promise.all([
    checkingApp,
    adminUrl === url ? checkingApp : check('DATABASE_ADMIN_URL', adminUrl),
  ])
  if (!app.mayUse) {
    throw new CannotStart(
      `DATABASE_URL: ${app.role} may not use the tables of this database: run docs/one-to-two-roles.sql`,
    )
  }
  return { app, owner }
}
