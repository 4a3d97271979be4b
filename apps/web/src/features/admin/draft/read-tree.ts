import type { Tree } from '../api.ts'
import { problemsOf } from './schema.ts'

/** The tree that a text stands for, or why it stands for none. */
export function readTree(text: string): { tree?: Tree; problem?: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (failure) {
    return { problem: `Invalid JSON: ${failure instanceof Error ? failure.message : 'it cannot be read'}` }
  }
  const pages = typeof value === 'object' && value !== null && 'pages' in value ? value.pages : undefined
  for (const [pointer, message] of problemsOf({ pages })) {
    return { problem: `Not taken over. ${pointer.slice(1).replaceAll('/', '.')}: ${message}` }
  }
  return { tree: { pages: pages as Tree['pages'] } }
}
