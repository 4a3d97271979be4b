import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { IdentityTables } from '../accounts/rows.ts'

/** The columns that a registration and its account share. */
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

/** Serialises all work on an address: sent codes are counted exactly, and codes are replaced without a race. */
export async function lockEmail(sql: Sql, email: string): Promise<void> {
  await lockUntilEnd(sql, `identity.email:${email}`)
}
