import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { IdentityTables } from './rows.ts'

/** What becomes an account; the same columns of both tables. */
export const profileColumns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'company',
  'password_hash',
] as const
export type PendingRegistration = Pick<
  IdentityTables['identity_registration'],
  (typeof profileColumns)[number]
>

/** Everything about an address happens one after the other: sends are counted exactly, codes replaced cleanly. */
export async function lockEmail(sql: Sql, email: string): Promise<void> {
  await lockUntilEnd(sql, `identity.email:${email}`)
}
