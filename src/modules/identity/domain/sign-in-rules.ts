/**
 * The limits of tries at a password. One address gets fewer tries than the account allows to all strangers, so an attacker
 * at one place cannot lock the owner out at another. A browser in which the owner has signed in before (device cookie) has
 * its own limit.
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
  /** A customer's session ends after this long without a request. */
  customerIdleMs: 7 * 86_400_000,
  customerMs: 30 * 86_400_000,
  staffMs: 8 * 3_600_000,
  /** A staff session ends after this long without a request: longer than a telephone call, shorter than a lunch break. */
  staffIdleMs: 60 * 60_000,
  /** A session's "last seen" is written at most once in this time. */
  touchMs: 60_000,
  deviceMs: 180 * 86_400_000,
  resetMs: 30 * 60_000,
  resetsPerHour: 3,
  resetsPerDay: 10,
} as const
