import type { Config } from '#platform/config/config.ts'
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
  /** Leaves an embedded server; nothing to do for any other. */
  stop(): Promise<void>
}

/** The database the configuration names, or the embedded server. Throws CannotStart when that cannot run. */
export async function openConfiguredDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  say: (line: string) => void = () => undefined,
): Promise<ConfiguredDatabase> {
  if (database.kind === 'url') {
    const { host, pathname, username } = new URL(database.url)
    return {
      addresses: {
        url: database.url,
        adminUrl: database.adminUrl,
        ...(database.separateRoles ? { appRole: decodeURIComponent(username) } : {}),
      },
      described: `${host}${pathname}`,
      stop: async () => undefined,
    }
  }
  const { startEmbeddedPostgres } = await import('#platform/database/embedded/embedded-postgres.ts')
  const server = await startEmbeddedPostgres({
    dataDir: dataDir.path,
    explicit: dataDir.explicit,
    log: say,
  }).catch((cause: unknown) => {
    throw new CannotStart(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  return {
    addresses: { url: server.url, adminUrl: server.adminUrl, appRole },
    described: `embedded PostgreSQL, ${server.location}`,
    stop: () => server.stop(),
  }
}
