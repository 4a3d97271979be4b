import type { Tree } from '../api.ts'
import { problemWords } from './place-words.ts'
import { problemsOf } from './tree-problems.ts'

/** Parses a text as a tree; else the problem with it. */
export function readTree(text: string): { tree?: Tree; problem?: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (failure) {
    return { problem: `Invalid JSON: ${failure instanceof Error ? failure.message : 'it cannot be read'}` }
  }
  const problems = problemsOf(value)
  const [first] = problems.keys()
  if (first !== undefined) {
    const place = first.slice(1).replaceAll('/', '.')
    return { problem: `Not applied. ${problemWords(value, problems)} In the text: ${place}.` }
  }
  return { tree: { pages: (value as Tree).pages } }
}
