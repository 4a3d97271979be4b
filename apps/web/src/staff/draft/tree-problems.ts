import type { z } from 'zod'
import { type Pointer, pointerOf } from './pointer.ts'
import { treeSchema } from './schema.ts'
import { validatorWords } from './validator-words.ts'

/** The problems of a tree by pointer, one sentence each. Empty for a valid tree. */
export function problemsOf(value: unknown): Map<Pointer, string> {
  const pages = typeof value === 'object' && value !== null && 'pages' in value ? value.pages : undefined
  const result = treeSchema.shape.pages.safeParse(pages, { error: validatorWords })
  const problems = new Map<Pointer, string>()
  for (const issue of result.error?.issues ?? []) {
    const { path, message } = deepest(issue)
    const pointer = pointerOf(['pages', ...path])
    if (!problems.has(pointer)) problems.set(pointer, sentence(message))
  }
  return problems
}

interface Found {
  path: PropertyKey[]
  message: string
  /** The type itself was wrong, so another alternative of the union may have been meant. */
  shape: boolean
}

/** For a union, the problem of the best matching alternative: the one that fails deepest. */
function deepest(issue: z.core.$ZodIssue): Found {
  const { path, message, code } = issue
  const own = { path, message, shape: code === 'invalid_type' || code === 'invalid_value' }
  if (code !== 'invalid_union') return own
  const inner = issue.errors.flat().map(deepest)
  const candidates = inner.filter((each) => each.path.length > 0 || !each.shape)
  const best = (candidates.length > 0 ? candidates : inner).toSorted(
    (a, b) => b.path.length - a.path.length,
  )[0]
  return best ? { ...best, path: [...path, ...best.path] } : own
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
