import { asOwner } from '#platform/database/as-owner.ts'
import { migrate, migrationsOf, pendingAfter } from '#platform/database/migrate.ts'
import type { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { allMigrations, baseline } from './migrations.ts'

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
    const options = { ...(appRole === undefined ? {} : { appRole }), log, check: demandBaseline }
    return asOwner(adminUrl, () => migrate(adminUrl, allMigrations, options))
  }
  const ran = await migrationsOf(database.sql)
  demandBaseline(ran)
  const pending = pendingAfter(ran, allMigrations)
  if (pending.length === 0) return []
  throw new CannotStart(
    `${pending.length} migrations wait (${pending[0]}${pending.length > 1 ? ', …' : ''}): run npm run migrate with DATABASE_ADMIN_URL, the owner of the tables`,
  )
}

/** Whether a database was made by another version than this one, before the first release. @param ran its migrations */
export const isBeforeBaseline = (ran: readonly string[]): boolean =>
  ran.length > 0 && !ran.includes(baseline.name)

export const beforeBaseline = {
  what: 'This database was made by a version of the site that was never released',
  remedy:
    'start with a new DATA_DIR (or an empty database in DATABASE_URL). npm run demo -- --reset empties this one',
}

/** @throws CannotStart */
function demandBaseline(ran: readonly string[]): void {
  if (isBeforeBaseline(ran)) throw new CannotStart(`${beforeBaseline.what}: ${beforeBaseline.remedy}`)
}
