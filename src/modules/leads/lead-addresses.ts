import { canonicalEmail } from '#platform/contract/email.ts'
import type { Sql } from '#platform/database/sql.ts'
import { leadTables } from './lead.ts'

/**
 * Every spelling under which leads of this address may be stored: the canonical form, and in older leads an international
 * domain as it was typed. Such older leads are few.
 */
export async function spellingsOf(sql: Sql, email: string): Promise<string[]> {
  const address = canonicalEmail(email)
  if (address === null) return [email.toLowerCase()]
  const rows = await leadTables(sql)
    .selectFrom('leads_lead')
    .select('email')
    .distinct()
    .where(({ eb, fn }) => eb(fn('octet_length', ['email']), '<>', fn('char_length', ['email'])))
    .execute()
  return [address, ...rows.map((row) => row.email).filter((stored) => canonicalEmail(stored) === address)]
}
