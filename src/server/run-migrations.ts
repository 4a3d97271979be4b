import { asOwner } from '#platform/database/as-owner.ts'
import { migrate, pendingMigrations } from '#platform/database/migrate.ts'
import type { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { allMigrations } from './migrations.ts'

export interface DatabaseAddresses {
  /** With the application's role. */
  url: string
  /** With the owner's role: the same where there is only one, undefined when unknown. */
  adminUrl?: string
  /** Leads to the server itself, where `url` leads to PgBouncer. */
  listenUrl?: string
  /** The name of the application's role, when it is not the owner. */
  appRole?: string
}

/**
 * Runs the pending migrations as the owner. When the owner's address is unknown, none may be pending.
 * @returns the names that ran
 * @throws CannotStart
 */
export async function runMigrations(
  database: PostgresDatabase,
  { adminUrl, appRole }: DatabaseAddresses,
  log: (line: string) => void,
): Promise<string[]> {
  if (adminUrl !== undefined) {
    const options = { ...(appRole === undefined ? {} : { appRole }), log }
    return asOwner(adminUrl, () => migrate(adminUrl, allMigrations, options))
  }
  const pending = await pendingMigrations(database.sql, allMigrations)
  if (pending.length === 0) return []
  throw new CannotStart(
    `${pending.length} migrations wait (${pending[0]}${pending.length > 1 ? ', …' : ''}): run npm run migrate with DATABASE_ADMIN_URL, the owner of the tables`,
  )
}
