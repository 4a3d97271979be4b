import type { Sql } from '#platform/database/sql.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { statusListLength } from './document-form.ts'
import { credentialTables } from './tables.ts'

/** A random entry of the status lists, counted over all lists. Random, so that it reveals nothing; a list is filled to half at most. */
export async function freeStatusIndex(sql: Sql, ids: Ids): Promise<number> {
  const { used } = await credentialTables(sql)
    .selectFrom('program_credential_status')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  const list = Math.floor(Number(used) / (statusListLength / 2))
  const random = Number.parseInt(ids.uuid().slice(-12), 16)
  return list * statusListLength + (random % statusListLength)
}
