import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { PendingRegistration } from './pending-registration.ts'
import { identityTables } from './rows.ts'
import { messages } from './rules.ts'

/** Whether a verified account has this address (in its stored form). */
export async function isTaken(sql: Sql, email: string): Promise<boolean> {
  const taken = await identityTables(sql)
    .selectFrom('identity_customer')
    .select('id')
    .where('email', '=', email)
    .where('is_email_verified', '=', true)
    .executeTakeFirst()
  return taken !== undefined
}

/** The error for an address that has an account. */
export function emailTaken(): AppError {
  return new AppError('conflict', 'USER_EXISTS', messages.emailTaken, {
    errors: [messages.emailTaken],
    fields: [{ path: 'email', message: messages.emailTaken }],
  })
}

/**
 * Makes the account of a registration after the right code.
 * @returns the new customer's id
 * @throws AppError `conflict` USER_EXISTS when the address has an account by now
 */
export async function createAccount(
  sql: Sql,
  registration: PendingRegistration,
  id: string,
  now: Date,
): Promise<string> {
  const { email, first_name, last_name, phone, company, password_hash } = registration
  const created = await identityTables(sql)
    .insertInto('identity_customer')
    .values({
      ...{ id, email, first_name, last_name, phone, company, password_hash },
      is_email_verified: true,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw emailTaken()
  return created.id
}
