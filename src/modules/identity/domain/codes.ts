/** How one-time codes live. */
export const codeRules = {
  lifetimeMs: 10 * 60_000,
  triesPerCode: 5,
  cooldownMs: 60_000,
  perHour: 5,
  perDay: 10,
  registrationMs: 30 * 60_000,
} as const

export type SendVerdict =
  | { allowed: true }
  | { allowed: false; reason: 'too-soon' | 'too-many'; retryAfterSeconds: number }

/**
 * Whether one more code may go to an address. `sentAt` are the moments of the codes of the last 24 hours, in any
 * order; the cool-down is for a person who asks again, not for a new registration.
 */
export function maySendCode(sentAt: readonly Date[], now: Date, cooldown: boolean): SendVerdict {
  const ages = sentAt.map((at) => now.getTime() - at.getTime()).sort((a, b) => a - b)
  const waits = [
    windowWait(ages, codeRules.perHour, 3_600_000),
    windowWait(ages, codeRules.perDay, 86_400_000),
  ]
  const wait = Math.max(...waits)
  if (wait > 0) return { allowed: false, reason: 'too-many', retryAfterSeconds: Math.ceil(wait / 1000) }
  const sinceLast = ages[0] ?? Number.POSITIVE_INFINITY
  if (cooldown && sinceLast < codeRules.cooldownMs) {
    const seconds = Math.ceil((codeRules.cooldownMs - sinceLast) / 1000)
    return { allowed: false, reason: 'too-soon', retryAfterSeconds: seconds }
  }
  return { allowed: true }
}

/** Milliseconds until fewer than `most` of the ages (youngest first) lie within the window; 0 when it is so now. */
export function windowWait(ages: readonly number[], most: number, windowMs: number): number {
  const oldestThatCounts = ages[most - 1]
  return oldestThatCounts === undefined ? 0 : Math.max(0, windowMs - oldestThatCounts)
}
