import type { z } from 'zod'

type Raw = z.core.$ZodRawIssue

const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`

/** The expected type of a value, in words for both the field and the JSON text. */
const expectedTypes: Record<string, string> = {
  string: 'text in quotation marks',
  number: 'a number without quotation marks, such as 3',
  int: 'a whole number, such as 3',
  boolean: 'true or false, without quotation marks',
  array: 'a list in square brackets',
  object: 'a group of fields in braces',
  record: 'a group of fields in braces',
}

const formats: Record<string, string> = {
  email: 'must be an email address, such as ada@example.com, or empty',
  url: 'must be a full address that begins with https://',
  date: 'must be a date written as year, month and day, such as 2026-11-21',
}

/**
 * A validator issue as a sentence that says what to do; it follows the field's name. Messages of the schema itself take
 * precedence.
 */
export function validatorWords(issue: Raw): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing: add it again'
        : `must be ${expectedTypes[issue.expected] ?? 'of another type'}`
    case 'too_small':
      return tooSmall(issue.origin, issue.minimum)
    case 'too_big':
      return tooBig(issue.origin, issue.maximum)
    case 'invalid_format':
      return formats[issue.format] ?? 'must be letters, digits and underscores'
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be "${String(issue.values[0])}"`
        : `must be one of these: ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `must not have ${issue.keys.length === 1 ? 'a field' : 'fields'} that the site does not know: remove or rename ${issue.keys.map((key) => `"${key}"`).join(' and ')}`
    case 'invalid_key':
      return 'must be named with at most 60 letters, digits and underscores: rename it'
    case 'invalid_union':
      return 'must be one that the site knows: correct its spelling, or remove it'
    default:
      return 'must be changed: the site cannot show it as it is'
  }
}

function tooSmall(origin: string, least: number | bigint): string {
  if (origin === 'array')
    return `must have at least ${counted(least, 'entry', 'entries')}: add what is missing`
  if (origin !== 'string') return `must be at least ${least}`
  return Number(least) === 1 ? 'must not be empty' : `must be at least ${counted(least, 'character')}`
}

function tooBig(origin: string, most: number | bigint): string {
  if (origin === 'array') return `must have at most ${counted(most, 'entry', 'entries')}: remove some`
  return origin === 'string' ? `must be at most ${counted(most, 'character')}` : `must be at most ${most}`
}
