import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { PendingRegistration } from './codes.ts'
import { messages } from './rules.ts'

/** Whether a verified account has this address (in its stored form). */
export async function isTaken(sql: Sql, email: string): Promise<boolean> {
  const rows = await sql.query(
    'select 1 as taken from identity_customer where email = $1 and is_email_verified',
    [email],
  )
  return rows.length > 0
}

/** The refusal of an address that has an account. */
export function emailTaken(): AppError {
  return new AppError('conflict', 'USER_EXISTS', messages.emailTaken, {
    errors: [messages.emailTaken],
    fields: [{ path: 'email', message: messages.emailTaken }],
  })
}

/**
 * The account of a registration whose code was right.
 * @returns the new customer's id
 * @throws AppError `conflict` USER_EXISTS when the address has an account by now
 */
export async function createAccount(
  sql: Sql,
  registration: PendingRegistration,
  id: string,
  now: Date,
): Promise<string> {
  const [created] = await sql.query<{ id: string }>(
    `insert into identity_customer
       (id, email, first_name, last_name, phone, company, password_hash, is_email_verified, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, $8) on conflict (email) do nothing returning id`,
    [
      id,
      registration.email,
      registration.first_name,
      registration.last_name,
      registration.phone,
      registration.company,
      registration.password_hash,
      now,
    ],
  )
  if (!created) throw emailTaken()
  return created.id
}
