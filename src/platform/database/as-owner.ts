import { CannotStart } from '../kernel/cannot-start.ts'

/** PostgreSQL's insufficient_privilege. */
const noRight = '42501'

/**
 * Runs work that needs the rights of the tables' owner, with the address of the role that is configured as the owner.
 * @throws CannotStart when that role lacks a right; every other error as it is
 */
export async function asOwner<T>(adminUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refused = refusedRight(error)
    if (refused === undefined) throw error
    const role = decodeURIComponent(new URL(adminUrl).username)
    throw new CannotStart(
      `${role} may not change this database (${refused}): DATABASE_ADMIN_URL must name the owner of all its tables; docs/one-to-two-roles.sql gives them one owner`,
      { cause: error },
    )
  }
}

/** The message of PostgreSQL's refusal, wherever in the chain of causes it is. */
function refusedRight(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && error.code === noRight) return error.message.split('\n')[0]!
  return refusedRight(error.cause)
}
