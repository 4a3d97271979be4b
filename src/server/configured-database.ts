import type { Config } from '#platform/config/config.ts'
import { type CheckedRole, checkConnection } from '#platform/database/check-connection.ts'
import { appRole } from '#platform/database/roles.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import type { AppParts } from './app.ts'

export interface ConfiguredDatabase {
  addresses: AppParts['database']
  /** Its place, without credentials. */
  described: string
  /** Whether the site connects as the owner of the tables, and so has more rights than it needs. */
  applicationOwns: boolean
  /** Whether the server ends statements of the site that take too long. */
  limited: boolean
  /** Releases an embedded server; does nothing for any other. */
  stop(): Promise<void>
}

/** Opens the configured database, or the embedded server. @throws CannotStart when that cannot run. */
export async function openConfiguredDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<ConfiguredDatabase> {
  if (database.kind === 'url') {
    const { host, pathname } = new URL(database.url)
    const { url, listenUrl } = database
    const { app, owner } = await checkedRoles(database)
    // Migrations use session locks, which do not work through PgBouncer.
    const adminUrl = database.adminUrl ?? (app.owns ? (listenUrl ?? url) : undefined)
    return {
      addresses: {
        url,
        ...(adminUrl === undefined ? {} : { adminUrl }),
        ...(listenUrl === undefined ? {} : { listenUrl }),
        ...(owner === undefined || app.role === owner.role ? {} : { appRole: app.role }),
      },
      described: `${host}${pathname}`,
      applicationOwns: app.owns,
      limited: app.limited,
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
    limited: true,
    stop: () => server.stop(),
  }
}

/** The roles of the addresses; each address is tried once. @throws CannotStart that names the variable. */
async function checkedRoles({
  url,
  adminUrl,
  listenUrl,
}: Extract<Config['database'], { kind: 'url' }>): Promise<{
  app: CheckedRole
  owner: CheckedRole | undefined
}> {
  const check = (variable: string, address: string) =>
    checkConnection(address).catch((cause: Error) => {
      throw new CannotStart(`${variable}: ${cause.message}`, { cause })
    })
  const [app, owner] = await Promise.all([
    check('DATABASE_URL', url),
    adminUrl === undefined ? undefined : check('DATABASE_ADMIN_URL', adminUrl),
    listenUrl === undefined ? undefined : check('DATABASE_LISTEN_URL', listenUrl),
  ])
  if (!app.mayUse) {
    throw new CannotStart(
      `DATABASE_URL: ${app.role} may not use the tables of this database: run docs/one-to-two-roles.sql`,
    )
  }
  if (owner !== undefined && !owner.owns) {
    throw new CannotStart(
      `DATABASE_ADMIN_URL: ${owner.role} does not own the tables of this database: name the role that owns them, or leave the variable out where npm run migrate runs by itself`,
    )
  }
  return { app, owner }
}
