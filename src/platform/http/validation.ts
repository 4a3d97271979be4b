import type { z } from 'zod'
import { cut, ended, fieldProblems, maxProblems } from '../contract/field-problems.ts'
import { AppError } from '../kernel/error.ts'

/**
 * Parses `value` with `schema`.
 * @param whole the name of the value for problems that belong to no field of it
 * @param at the path of the value in the request body; empty for the body, the query and the path parameters
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
 * Refuses unknown parameters: an ignored one would silently widen what is listed or exported.
 * @throws AppError `invalid`, code `VALIDATION_ERROR`, naming each parameter that is not in `known`
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

/** One sentence per problem. A schema's own sentence that names its field is left unchanged. */
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
 * Whether the message contains the field's words (`phone_number`, `firstName`). It only decides whether the sentences of
 * `errors`, whose text the specification fixes, begin with the path.
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
