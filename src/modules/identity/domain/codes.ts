/** The lifetimes and limits of one-time codes. */
export const codeRules = {
  lifetimeMs: 10 * 60_000,
  triesPerCode: 5,
  cooldownMs: 60_000,
  /** Codes to one address, from all callers. */
  perHour: 5,
  perDay: 10,
  /** When others have used these up, each network may still request this many: ADR 029. */
  share: { perHour: 3, perDay: 5 },
  /** Codes to one address, including the shares of all networks. */
  most: { perHour: 10, perDay: 20 },
  registrationMs: 30 * 60_000,
} as const

export type SendVerdict =
  | { allowed: true }
  | { allowed: false; reason: 'too-soon' | 'too-many'; retryAfterSeconds: number }

export interface SentCode {
  at: Date
  /** Whether the calling network requested it. */
  own: boolean
}

/**
 * Whether one more code may be sent to an address. `sent` are the codes of the last 24 hours, in any order; `cooldown`
 * applies to a person who asks again, not to a new registration. A stranger who uses up the address's limit does not lock
 * out its owner: another network has its own share.
 */
export function maySendCode(sent: readonly SentCode[], now: Date, cooldown: boolean): SendVerdict {
  const agesOf = (codes: readonly SentCode[]) =>
    codes.map(({ at }) => now.getTime() - at.getTime()).sort((a, b) => a - b)
  const ages = agesOf(sent)
  const own = agesOf(sent.filter((code) => code.own))
  const share = Math.max(waitUnder(own, codeRules.share), waitUnder(ages, codeRules.most))
  const wait = Math.min(waitUnder(ages, codeRules), share)
  if (wait > 0) return { allowed: false, reason: 'too-many', retryAfterSeconds: Math.ceil(wait / 1000) }
  const sinceLast = ages[0] ?? Number.POSITIVE_INFINITY
  if (cooldown && sinceLast < codeRules.cooldownMs) {
    const seconds = Math.ceil((codeRules.cooldownMs - sinceLast) / 1000)
    return { allowed: false, reason: 'too-soon', retryAfterSeconds: seconds }
  }
  return { allowed: true }
}

function waitUnder(ages: readonly number[], limit: { perHour: number; perDay: number }): number {
  return Math.max(windowWait(ages, limit.perHour, 3_600_000), windowWait(ages, limit.perDay, 86_400_000))
}

/** Milliseconds until fewer than `most` of the ages (youngest first) are within the window; 0 when that is so now. */
export function windowWait(ages: readonly number[], most: number, windowMs: number): number {
  const oldestThatCounts = ages[most - 1]
  return oldestThatCounts === undefined ? 0 : Math.max(0, windowMs - oldestThatCounts)
}
