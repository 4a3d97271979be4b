import type { z } from 'zod'
import { cut, ended, fieldProblems, maxProblems } from '../contract/field-problems.ts'
import { AppError } from '../kernel/error.ts'

/**
 * `value` as `schema` wants it.
 * @param whole what the value is called where a problem belongs to no field of it
 * @param at where the value stands in the request body; empty for the body, the query and the address themselves
 * @throws AppError `invalid`, code `VALIDATION_ERROR`, one sentence per problem, each naming its field
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: string,
  at: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = problemsOf(result.error, whole)
  const fields = fieldProblems(result.error, at)
  throw new AppError('invalid', 'VALIDATION_ERROR', together(errors), { errors, fields })
}

/**
 * A parameter that nothing reads would widen what is listed or exported without a word.
 * @throws AppError `invalid`, code `VALIDATION_ERROR`, naming each parameter that `known` does not have
 */
export function demandKnown(given: object, known: object): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length === 0) return
  const fields = unknown.slice(0, maxProblems).map((name) => ({
    path: name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60),
    message: 'there is no such parameter.',
  }))
  const errors = fields.map(({ path, message }) => `${path}: ${message}`)
  throw new AppError('invalid', 'VALIDATION_ERROR', together(errors), { errors, fields })
}

/** One sentence per problem. A sentence of the schema's own that names its field is left exactly as it is. */
export function problemsOf(error: z.ZodError, whole: string): string[] {
  return error.issues.slice(0, maxProblems).map(({ path, message }) => {
    const named = names(message, lastName(path))
    return cut(named ? message : `${path.map(String).join('.') || whole}: ${ended(message)}`)
  })
}

function together(errors: readonly string[]): string {
  return errors.length === 1 ? errors[0]! : errors.slice(0, 3).map(ended).join(' ')
}

/**
 * True when the field's words (`phone_number`, `firstName`) stand in the message as words. It decides only whether the
 * sentences of `errors`, which callers of the specification know word for word, begin with the path.
 */
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
