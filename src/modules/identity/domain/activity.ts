/** The recorded activities of accounts: past facts, with ids and without names. */
export const activities = [
  'account-created',
  'account-replaced',
  'account-erased',
  'data-exported',
  'signed-in',
  'signed-in-by-provider',
  'sign-in-failed',
  'provider-refused',
  'second-factor-asked',
  'second-factor-failed',
  'second-factor-set-up',
  'second-factor-removed',
  'signed-out',
  'session-ended',
  'password-changed',
  'password-reset',
  'password-refused',
  'wait-lifted',
  'role-changed',
  'account-disabled',
  'account-enabled',
] as const
export type ActivityKind = (typeof activities)[number]

/** Days for which the address of an activity is stored: long enough to investigate an attack that is found late. */
export const addressDays = 90
