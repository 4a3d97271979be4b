import type { Sql } from '#platform/database/sql.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { AppError } from '#platform/kernel/error.ts'
import { identityTables } from '../accounts/rows.ts'

/**
 * Demands that the caller is an owner when the change is stored: another owner may have changed the role or disabled the
 * account since the request came in. Locks the enabled owners, so that of two owners who demote each other the second is
 * refused.
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
