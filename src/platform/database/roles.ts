import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** Owns tables and functions; runs migrations. */
export const ownerRole = 'veralead_owner'
/** The role of the running site. It cannot become the owner. */
export const appRole = 'veralead_app'

/** Held while roles are created or changed, because PostgreSQL refuses two changes of one role at once. */
const rolesLock = 7_205_001

export interface RolePasswords {
  owner: string
  app: string
}

/**
 * The statements that create the two roles and give them a database; run by a superuser connected to that
 * database. For an external server the same statements are in docs/operations.md.
 */
function roleStatements(database: string, passwords: RolePasswords): string[] {
  const name = escapeIdentifier(database)
  return [
    ...[[ownerRole, passwords.owner] as const, [appRole, passwords.app] as const].flatMap(
      ([role, password]) => [
        `do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$`,
        `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${escapeLiteral(password)}`,
      ],
    ),
    ...ownershipStatements(name),
  ]
}

/** The part of it that belongs to one database: the owner owns it, the application may only connect. */
export function ownershipStatements(quotedDatabase: string): string[] {
  return [
    `alter database ${quotedDatabase} owner to ${ownerRole}`,
    `revoke all on database ${quotedDatabase} from public`,
    `grant connect on database ${quotedDatabase} to ${appRole}`,
    `alter schema public owner to ${ownerRole}`,
    'revoke create on schema public from public',
    `grant usage on schema public to ${appRole}`,
  ]
}

/**
 * What the owner grants to the application on everything it will create in schema public. Execute rights on functions are
 * granted one by one, by the migration that makes them; for a table that is to be read only, the migration revokes the rest.
 */
export function defaultPrivileges(role: string): string[] {
  const app = escapeIdentifier(role)
  return [
    `grant usage on schema public to ${app}`,
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${app}`,
    `alter default privileges in schema public grant usage, select on sequences to ${app}`,
    'alter default privileges revoke execute on functions from public',
  ]
}

/** Creates both roles (or sets their passwords) and gives them the database of `superUrl`. Repeatable. */
export async function ensureRoles(superUrl: string, passwords: RolePasswords): Promise<void> {
  const client = new Client({ connectionString: superUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [rolesLock])
    for (const statement of roleStatements(client.database ?? 'postgres', passwords)) {
      await client.query(statement)
    }
  } finally {
    await client.end()
  }
}
