import type { Config } from '../config/config.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

/** Where the product's PostgreSQL is, and as whom to speak to it. */
export interface ServerAddress {
  /** For the running site. */
  url: string
  /** For migrations and whatever else changes tables. */
  adminUrl: string
  /** The role of `url` when it is not the one of `adminUrl`: what `migrate` grants to. */
  appRole: string | undefined
  /** For the table that start-up prints: what it is and where. */
  description: string
  /** A sentence for the operator when the installation is weaker than it could be. */
  warning: string | undefined
  /** Leaves an embedded server; nothing for one of somebody else's. */
  stop(): Promise<void>
}

/** The server that the configuration names, started when it is the embedded one. */
export async function openServer(
  config: Pick<Config, 'database' | 'dataDir'>,
  log: (line: string) => void,
): Promise<ServerAddress> {
  if (config.database.kind === 'embedded') {
    const { url, adminUrl, location, stop } = await startEmbeddedPostgres({
      dataDir: config.dataDir.path,
      explicit: config.dataDir.explicit,
      log,
    })
    return {
      url,
      adminUrl,
      appRole: roleOf(url),
      description: `embedded PostgreSQL in ${location}`,
      warning: undefined,
      stop,
    }
  }
  const { url, adminUrl } = config.database
  const [appRole, owner] = [roleOf(url), roleOf(adminUrl)]
  const separate = appRole !== undefined && appRole !== owner
  return {
    url,
    adminUrl,
    appRole: separate ? appRole : undefined,
    description: `PostgreSQL at ${new URL(url).host}${new URL(url).pathname}`,
    warning: separate
      ? undefined
      : 'DATABASE_URL and DATABASE_ADMIN_URL are one role: the site could rewrite its own event log. docs/operations.md shows how to use two.',
    stop: async () => undefined,
  }
}

/** The user name of an address, undefined when it has none. */
function roleOf(url: string): string | undefined {
  const name = decodeURIComponent(new URL(url).username)
  return name === '' ? undefined : name
}
