import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { compareChannels } from './contract.ts'
import type { Tree } from './sections/tree.ts'

export type Difference = OutputOf<typeof compareChannels>['differences'][number]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name of a list entry that an editor recognises: its id or route, else its place from 1. */
export function label(entry: unknown, index: number): string {
  if (isObject(entry)) {
    for (const key of ['route', 'id']) if (typeof entry[key] === 'string') return entry[key]
  }
  return String(index + 1)
}

function keyed(list: unknown[]): Map<string, unknown> {
  return new Map(list.map((entry, index) => [label(entry, index), entry]))
}

function* walk(path: string[], before: unknown, after: unknown): Generator<Difference> {
  if (Object.is(before, after)) return
  const lists = Array.isArray(before) && Array.isArray(after)
  if (lists || (isObject(before) && isObject(after))) {
    const left = lists ? keyed(before) : new Map(Object.entries(before as object))
    const right = lists ? keyed(after as unknown[]) : new Map(Object.entries(after as object))
    for (const key of new Set([...left.keys(), ...right.keys()])) {
      yield* walk([...path, key], left.get(key), right.get(key))
    }
    return
  }
  yield {
    path: path.filter((step) => step !== 'pages' && step !== 'sections' && step !== 'fields').join(' › '),
    steps: path,
    before,
    after,
  }
}

/** Every field in which two trees differ, with a readable path. An added or removed part is one entry. */
export function differences(before: Tree, after: Tree): Difference[] {
  return [...walk([], before, after)]
}
