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
  throw new AppError('invalid', 'VALIDATION_ERROR', errors.slice(0, 3).join(' '), { errors })
}

/** One sentence per problem. A sentence of the schema's own that names its field is left as it is. */
export function problemsOf(error: z.ZodError, whole: string): string[] {
  return error.issues.slice(0, maxErrors).map((issue) => {
    const field = issue.path.map(String).join('.')
    const text = named(field === '' ? whole : field, issue.message, lastName(issue.path))
    const sentence = /[.!?]$/.test(text) ? text : `${text}.`
    return sentence.length > maxLength ? `${sentence.slice(0, maxLength - 1)}…` : sentence
  })
}

function named(field: string, message: string, last: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return last !== '' && plain(message).includes(plain(last)) ? message : `${field}: ${message}`
}

function lastName(path: readonly PropertyKey[]): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '')
}
