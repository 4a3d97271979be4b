import type { Activity } from '../staff/staff-api.ts'

/** What was done, as the rest of a sentence that begins with whose account it is. */
const words: Record<Activity['activity'], string> = {
  'account-created': 'got an account',
  'account-replaced': 'got a new password and role',
  'account-erased': 'erased the account',
  'data-exported': 'exported the account’s data',
  'signed-in': 'signed in',
  'sign-in-failed': 'failed to sign in: wrong password',
  'second-factor-asked': 'gave the right password and was asked for the second factor',
  'second-factor-failed': 'failed to sign in: wrong digits of the second factor',
  'second-factor-set-up': 'set up a second factor',
  'second-factor-removed': 'lost the second factor',
  'signed-out': 'signed out',
  'session-ended': 'ended a session',
  'password-changed': 'changed the password',
  'password-reset': 'set a new password with a mailed link',
  'password-refused': 'gave a wrong current password',
  'wait-lifted': 'may sign in again without waiting',
  'role-changed': 'got another role',
  'account-disabled': 'was disabled',
  'account-enabled': 'was enabled',
}

/** The same where somebody else did it. */
const passive: Partial<typeof words> = {
  'second-factor-set-up': 'got a second factor',
  'session-ended': 'had a session ended',
  'password-reset': 'got a new password',
}

const doers: Record<string, string> = {
  'command-line': 'the command line',
  configuration: 'the configuration (ADMIN_PASSWORD or first start)',
}

/** Whose account, what happened, and by whom when it was somebody else. */
export function activityWords({ account, accountId, username, activity, by }: Activity): {
  who: string
  what: string
} {
  if (accountId === null)
    return {
      who: 'Somebody',
      what: `tried to sign in ${account === 'staff' ? 'as staff' : 'as a customer'} under a name that no account has`,
    }
  const who = username ?? (account === 'staff' ? 'A member of staff' : `Customer ${accountId}`)
  if (by === null) return { who, what: words[activity] }
  return { who, what: `${passive[activity] ?? words[activity]}, by ${doers[by] ?? by}` }
}
