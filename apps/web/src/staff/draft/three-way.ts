export type Side = 'mine' | 'theirs'

/** One field in which two trees differ, with its value in their common base. */
export interface Conflict {
  /** The readable path: routes and ids of entries, else positions from 1. */
  path: string
  steps: readonly string[]
  base: unknown
  mine: unknown
  theirs: unknown
  /** Which side changed it; only `both` needs a decision. */
  changedBy: Side | 'both'
}

type Choose = (conflict: Conflict) => Side

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object's own property; a key such as `valueOf` must not find an inherited one. */
const own = (object: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** True if two JSON values are equal, ignoring the order of keys. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => same(entry, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  )
}

/** The default side of a conflict: the one that changed the field; mine if both did. */
export function defaultSide({ changedBy }: Conflict): Side {
  return changedBy === 'theirs' ? 'theirs' : 'mine'
}

/** Every field in which `mine` and `theirs` differ. */
export function conflictsOf(base: unknown, mine: unknown, theirs: unknown): Conflict[] {
  const found: Conflict[] = []
  merge([], base, mine, theirs, (conflict) => {
    found.push(conflict)
    return 'mine'
  })
  return found
}

/** Merges two trees: equal fields are kept, `choose` decides the others. */
export function mergeTrees<T>(base: unknown, mine: T, theirs: T, choose: Choose): T {
  return merge([], base, mine, theirs, choose) as T
}

function merge(steps: string[], base: unknown, mine: unknown, theirs: unknown, choose: Choose): unknown {
  if (same(mine, theirs)) return mine
  if (isObject(mine) && isObject(theirs)) {
    const before = isObject(base) ? base : {}
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    return Object.fromEntries(
      keys
        .map((key) => [
          key,
          merge([...steps, key], own(before, key), own(mine, key), own(theirs, key), choose),
        ])
        .filter(([, value]) => value !== undefined),
    )
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const before: unknown[] = Array.isArray(base) ? base : []
    const named = mergeNamed(steps, before, mine, theirs, choose)
    if (named) return named
    if (mine.length === theirs.length && mine.length === before.length)
      return mine.map((entry, index) =>
        merge([...steps, String(index + 1)], before[index], entry, theirs[index], choose),
      )
  }
  const changedBy = same(mine, base) ? 'theirs' : same(theirs, base) ? 'mine' : 'both'
  return choose({ path: readable(steps), steps, base, mine, theirs, changedBy }) === 'mine' ? mine : theirs
}

/** Lists whose entries have a route or an id are merged entry by entry, in the order of the side that moved entries. */
function mergeNamed(
  steps: string[],
  base: unknown[],
  mine: unknown[],
  theirs: unknown[],
  choose: Choose,
): unknown[] | undefined {
  const [before, ours, other] = [byName(base), byName(mine), byName(theirs)]
  if (!before || !ours || !other) return undefined
  const moved = [...ours.keys()].join('\n') !== [...before.keys()].join('\n')
  const [first, second] = moved ? [ours, other] : [other, ours]
  return [...new Set([...first.keys(), ...second.keys()])]
    .map((name) => merge([...steps, name], before.get(name), ours.get(name), other.get(name), choose))
    .filter((entry) => entry !== undefined)
}

function byName(list: unknown[]): Map<string, unknown> | undefined {
  const named = new Map<string, unknown>()
  for (const entry of list) {
    const name = isObject(entry) ? (entry.route ?? entry.id) : undefined
    if (typeof name !== 'string' || named.has(name)) return undefined
    named.set(name, entry)
  }
  return named
}

const structuralKeys = new Set(['pages', 'sections', 'fields'])

/** `/home › book › title` */
export function readable(steps: readonly string[]): string {
  return steps.filter((step) => !structuralKeys.has(step)).join(' › ')
}
