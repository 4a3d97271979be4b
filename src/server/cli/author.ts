import { userInfo } from 'node:os'
import { AppError } from '#platform/kernel/error.ts'
import type { Author } from '../../modules/commerce/commands.ts'
import type { Staff } from '../services.ts'

/** The author in the audit: the user's name in the operating system. */
function commandLine(): string {
  try {
    return `command-line:${userInfo().username}`
  } catch {
    // A user without a name, as in containers.
    return `command-line:uid-${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * The author of what a command records.
 * @param username of a member of staff; without one the author is the user of the operating system
 * @throws AppError not-found `STAFF_NOT_FOUND`.
 */
export async function authorOf(staff: Staff, username: string | undefined): Promise<Author> {
  const requestId = commandLine()
  if (username === undefined) return { actor: { kind: 'system', name: requestId } }
  const member = await staff.member(username)
  if (member === null) {
    const message = `--as: there is no member of staff with the username "${username}"`
    throw new AppError('not-found', 'STAFF_NOT_FOUND', message)
  }
  const { id: staffId, ...known } = member
  return { actor: { kind: 'staff', staffId, ...known, sessionId: requestId }, requestId }
}
