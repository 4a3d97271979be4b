import type { FieldProblem } from '#platform/kernel/error.ts'
import { ApiFailure } from './call.ts'

/**
 * What the server said about the fields of a form: the first message at each input, word for word.
 * @param inputOf the input that shows a field, by the field's path; undefined for what the form does not have
 */
export function problemsByInput<Input extends string>(
  failure: unknown,
  inputOf: (path: string) => Input | undefined,
): Partial<Record<Input, string>> {
  const found: Partial<Record<Input, string>> = {}
  for (const { path, message } of fieldsOf(failure)) {
    const input = inputOf(path)
    if (input !== undefined) found[input] ??= message
  }
  return found
}

/** The fields that an answer of the API refuses; none for any other failure. */
export function fieldsOf(failure: unknown): FieldProblem[] {
  const fields = failure instanceof ApiFailure ? failure.extra.fields : undefined
  return Array.isArray(fields) ? fields.filter(isFieldProblem) : []
}

function isFieldProblem(value: unknown): value is FieldProblem {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('message' in value)) return false
  return typeof value.path === 'string' && typeof value.message === 'string'
}
