import type { z } from 'zod'
import type { FieldProblem } from '../kernel/error.ts'

/** The most problems in one answer, and the most characters of each. */
export const maxProblems = 20
const maxLength = 240

/** The problems that belong to a field, with the field's path. @param at the path of the parsed value in the request body */
export function fieldProblems(error: z.ZodError, at: readonly string[] = []): FieldProblem[] {
  return error.issues.slice(0, maxProblems).flatMap(({ path, message }) => {
    const steps = [...at, ...path.map(String)]
    return steps.length === 0 ? [] : [{ path: cut(steps.join('.')), message: cut(ended(message)) }]
  })
}

export function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

export function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}
