import type { z } from 'zod'
import { AppError } from '../kernel/error.ts'

const maxErrors = 20
const maxLength = 240

/**
 * `value` as `schema` wants it.
 * @throws AppError `invalid`, code `VALIDATION_ERROR`, one sentence per problem, each naming its field
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, whole: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = problemsOf(result.error, whole)
  throw new AppError('invalid', 'VALIDATION_ERROR', together(errors), { errors })
}

/**
 * A parameter that nothing reads would widen what is listed or exported without a word.
 * @throws AppError `invalid`, code `VALIDATION_ERROR`, naming each parameter that `known` does not have
 */
export function demandKnown(given: object, known: object): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length === 0) return
  const errors = unknown
    .slice(0, maxErrors)
    .map((name) => `${name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60)}: there is no such parameter.`)
  throw new AppError('invalid', 'VALIDATION_ERROR', together(errors), { errors })
}

/** One sentence per problem. A sentence of the schema's own that names its field is left exactly as it is. */
export function problemsOf(error: z.ZodError, whole: string): string[] {
  return error.issues.slice(0, maxErrors).map((issue) => {
    const field = issue.path.map(String).join('.')
    const text = names(issue.message, lastName(issue.path))
      ? issue.message
      : `${field === '' ? whole : field}: ${ended(issue.message)}`
    return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  })
}

function together(errors: readonly string[]): string {
  return errors.length === 1 ? errors[0]! : errors.slice(0, 3).map(ended).join(' ')
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** True when the field's words (`phone_number`, `firstName`) stand in the message as words. */
function names(message: string, field: string): boolean {
  const words = (text: string) =>
    ` ${text
      .replace(/e-mail/gi, 'email')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()} `
  return field !== '' && words(message).includes(words(field))
}

function lastName(path: readonly PropertyKey[]): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '')
}
