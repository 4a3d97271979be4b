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

/**
 * Shows what the server said about the fields of a form at its inputs.
 * @param inputs the input that shows a field, by the field's path
 * @param show `first` is the input that takes the focus
 * @returns false when no input of the form was refused: then the form says its general sentence
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
