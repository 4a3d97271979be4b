import { canonicalEmail } from '#platform/contract/email.ts'
import type { Sql } from '#platform/database/sql.ts'
import { leadTables } from './lead.ts'

/**
 * Every text under which leads of this address may be stored. Since addresses have one form it is the only one; older
 * leads hold international domains as they were typed, and those are few.
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
