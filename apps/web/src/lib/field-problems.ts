import type { FieldProblem } from '#platform/kernel/error.ts'
import { ApiFailure } from './call.ts'

/**
 * The server's messages about the fields of a form: the first message for each input, unchanged.
 * @param inputOf returns the input that shows a field, by the field's path; undefined for fields without an input
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

/**
 * Shows the server's messages about the fields of a form at its inputs.
 * @param inputs the input that shows a field, by the field's path
 * @param show shows a message at an input; the `first` input gets the focus
 * @returns false if no message belongs to an input: then the form shows its general message
 */
export function showAtInputs<Input extends string>(
  failure: unknown,
  inputs: Readonly<Record<string, Input>>,
  show: (input: Input, message: string, first: boolean) => void,
): boolean {
  const problems = problemsByInput(failure, (path) =>
    Object.hasOwn(inputs, path) ? inputs[path] : undefined,
  )
  const shown = Object.entries(problems) as [Input, string][]
  for (const [index, [input, message]] of shown.entries()) show(input, message, index === 0)
  return shown.length > 0
}

/** The `show` of `showAtInputs` for a form of react-hook-form. */
export const inForm =
  <Input extends string>(
    setError: (
      input: Input,
      error: { type: 'server'; message: string },
      options: { shouldFocus: boolean },
    ) => void,
  ) =>
  (input: Input, message: string, first: boolean): void =>
    setError(input, { type: 'server', message }, { shouldFocus: first })

/** The fields that an answer of the API refuses; none for any other failure. */
export function fieldsOf(failure: unknown): FieldProblem[] {
  const fields = failure instanceof ApiFailure ? failure.extra.fields : undefined
  return Array.isArray(fields) ? fields.filter(isFieldProblem) : []
}

function isFieldProblem(value: unknown): value is FieldProblem {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('message' in value)) return false
  return typeof value.path === 'string' && typeof value.message === 'string'
}
