import type { listActivity } from '#modules/identity/staff/contract-staff-accounts.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { shortOrderId } from '../../lib/format.ts'

export type Activity = AnswerOf<typeof listActivity>['entries'][number]

/** The predicate of a sentence whose subject is the account. */
const words: Record<Activity['activity'], string> = {
  'account-created': 'was given an account',
  'account-replaced': 'was given a new password and role',
  'account-erased': 'erased the account',
  'data-exported': 'exported the account’s data',
  'signed-in': 'signed in',
  'signed-in-by-provider': 'signed in with the identity provider',
  'provider-refused': 'failed to sign in with the identity provider',
  'sign-in-failed': 'failed to sign in: wrong password',
  'second-factor-asked': 'entered the right password and was asked for the second factor',
  'second-factor-failed': 'failed to sign in: wrong code of the second factor',
  'second-factor-set-up': 'set up a second factor',
  'second-factor-removed': 'no longer has a second factor',
  'signed-out': 'signed out',
  'session-ended': 'ended a session',
  'password-changed': 'changed the password',
  'password-reset': 'set a new password with an emailed link',
  'password-refused': 'entered a wrong current password',
  'wait-lifted': 'was unlocked',
  'role-changed': 'was given another role',
  'account-disabled': 'was disabled',
  'account-enabled': 'was enabled',
}

/** The kinds of activity with a label each, as a filter offers them. */
export const activityKinds = Object.entries(words).map(([activity, predicate]) => ({
  activity,
  label: predicate.charAt(0).toUpperCase() + predicate.slice(1),
}))

/** The predicate where another person acted. */
const passive: Partial<typeof words> = {
  'second-factor-set-up': 'was given a second factor',
  'session-ended': 'had a session ended',
  'password-reset': 'was given a new password',
}

const actorNames: Record<string, string> = {
  'command-line': 'the command line',
  configuration: 'the configuration (ADMIN_PASSWORD or first start)',
}

/** The account, what happened, and who acted if it was another person. */
export function activityWords({ account, accountId, username, activity, by }: Activity): {
  who: string
  what: string
} {
  if (accountId === null)
    return {
      who: 'Someone',
      what: `tried to sign in ${account === 'staff' ? 'as staff' : 'as a customer'} with an unknown username`,
    }
  const who = username ?? (account === 'staff' ? 'A member of staff' : `Customer ${shortOrderId(accountId)}`)
  if (by === null && account === 'customer' && activity === 'account-created')
    return { who, what: 'created an account' }
  if (by === null) return { who, what: words[activity] }
  return { who, what: `${passive[activity] ?? words[activity]}, by ${actorNames[by] ?? by}` }
}
