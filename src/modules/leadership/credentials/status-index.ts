import type { Sql } from '#platform/database/sql.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { statusListLength } from './document-form.ts'
import { credentialTables } from './tables.ts'

/** An entry of the status lists, counted over all of them: at random, so that it tells nothing. A list gets half full at most. */
export async function freeStatusIndex(sql: Sql, ids: Ids): Promise<number> {
  const { used } = await credentialTables(sql)
    .selectFrom('program_credential_status')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  const list = Math.floor(Number(used) / (statusListLength / 2))
  const drawn = Number.parseInt(ids.uuid().slice(-12), 16)
  return list * statusListLength + (drawn % statusListLength)
}
