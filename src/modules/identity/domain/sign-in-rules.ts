/**
 * How tries at a password are slowed down. One address never gets so many tries that it alone could use up what
 * the account allows to strangers, so an attacker at one place cannot lock the owner out at another. A browser in
 * which the owner has signed in before (device cookie) has a budget of its own.
 */
export const signInRules = {
  /** Seconds to wait before the n-th further try of one source at one account within an hour; the last repeats. */
  delays: [0, 0, 0, 0, 0, 30, 60, 120, 240, 900],
  /** Tries per account and hour by all unknown sources together. */
  perAccount: 20,
  /** Failed tries per hour by one network at all accounts together (spraying). */
  perNetwork: 60,
} as const

export const lifetimes = {
  /** A customer who does not come back for so long is signed out. */
  customerIdleMs: 7 * 86_400_000,
  customerMs: 30 * 86_400_000,
  staffMs: 8 * 3_600_000,
  /** A member of staff who sends no request for so long is signed out: longer than a telephone call, shorter than a lunch away. */
  staffIdleMs: 60 * 60_000,
  /** A session's "last seen" is written at most so often. */
  touchMs: 60_000,
  deviceMs: 180 * 86_400_000,
  resetMs: 30 * 60_000,
  resetsPerHour: 3,
  resetsPerDay: 10,
} as const
