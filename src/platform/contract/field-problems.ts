import type { z } from 'zod'
import type { FieldProblem } from '../kernel/error.ts'

/** An answer tells at most so many problems, each in at most so many characters. */
export const maxProblems = 20
const maxLength = 240

/** The problems that belong to a field, where the schema found them. @param at where its value stands in the request body */
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
