import { plainDigits } from '#platform/kernel/plain.ts'

/** The first six digits of what was typed or pasted. */
export function codeDigits(text: string): string {
  return plainDigits(text).replace(/\D/g, '').slice(0, 6)
}

/** Whole seconds until `until`, never below zero. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}
