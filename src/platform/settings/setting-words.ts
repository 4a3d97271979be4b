import type { z } from 'zod'

/**
 * The message for an invalid setting whose schema has no message of its own; the screen shows it after the setting's label.
 * Every message of a settings schema is worded for that: "must be an email address".
 */
export function settingWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big') return bounded('at most', issue.origin, issue.maximum)
  if (issue.code === 'too_small') return bounded('at least', issue.origin, issue.minimum)
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? 'of another kind'}`
  if (issue.code === 'invalid_value') return `must be one of these: ${issue.values.map(String).join(', ')}`
  return 'must be written in another form'
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'on or off',
  array: 'a list',
}

function bounded(bound: string, origin: string, count: number | bigint): string {
  if (origin === 'string') return `must be ${bound} ${count} characters`
  return origin === 'array' ? `must have ${bound} ${count} entries` : `must be ${bound} ${count}`
}
