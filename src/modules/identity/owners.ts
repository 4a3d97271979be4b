import type { Sql } from '#platform/database/sql.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { AppError } from '#platform/kernel/error.ts'
import { identityTables } from './rows.ts'

/**
 * Begins a change that only owners make: another owner may have taken the role or disabled the account since the request
 * came in. Locks the owners who can sign in, so that of two who take the role from each other the second is refused.
 * @throws AppError `forbidden` FORBIDDEN
 */
export async function demandOwner(sql: Sql, actor: StaffActor): Promise<void> {
  const owners = await identityTables(sql)
    .selectFrom('identity_staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!owners.some(({ id }) => id === actor.staffId))
    throw new AppError('forbidden', 'FORBIDDEN', 'You are not an owner any more.')
}
