export type Side = 'mine' | 'theirs'

/** One field in which two trees differ, with what both were made from. */
export interface Conflict {
  /** Names of the steps: routes and ids where entries have them, else places from 1. */
  path: string
  steps: readonly string[]
  base: unknown
  mine: unknown
  theirs: unknown
  /** Who changed it; `both` is the only case that needs a decision. */
  changedBy: Side | 'both'
}

type Choose = (conflict: Conflict) => Side

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object's own value; a key such as `valueOf` must not find what every object inherits. */
const own = (object: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** True when two JSON values are the same, whatever the order of their keys. */
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

/** What each side gets without being asked: its own change; where both changed, mine. */
export function defaultSide({ changedBy }: Conflict): Side {
  return changedBy === 'theirs' ? 'theirs' : 'mine'
}

/** Every field in which `mine` and `theirs` differ. */
export function conflictsOf(base: unknown, mine: unknown, theirs: unknown): Conflict[] {
  const found: Conflict[] = []
  weave([], base, mine, theirs, (conflict) => {
    found.push(conflict)
    return 'mine'
  })
  return found
}

/** One tree out of two: fields that are the same stay, `choose` decides each other one. */
export function mergeTrees<T>(base: unknown, mine: T, theirs: T, choose: Choose): T {
  return weave([], base, mine, theirs, choose) as T
}

function weave(steps: string[], base: unknown, mine: unknown, theirs: unknown, choose: Choose): unknown {
  if (same(mine, theirs)) return mine
  if (isObject(mine) && isObject(theirs)) {
    const before = isObject(base) ? base : {}
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    return Object.fromEntries(
      keys
        .map((key) => [
          key,
          weave([...steps, key], own(before, key), own(mine, key), own(theirs, key), choose),
        ])
        .filter(([, value]) => value !== undefined),
    )
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const before: unknown[] = Array.isArray(base) ? base : []
    const named = weaveNamed(steps, before, mine, theirs, choose)
    if (named) return named
    if (mine.length === theirs.length && mine.length === before.length)
      return mine.map((entry, index) =>
        weave([...steps, String(index + 1)], before[index], entry, theirs[index], choose),
      )
  }
  const changedBy = same(mine, base) ? 'theirs' : same(theirs, base) ? 'mine' : 'both'
  return choose({ path: readable(steps), steps, base, mine, theirs, changedBy }) === 'mine' ? mine : theirs
}

/** Lists whose entries have a route or an id are woven entry by entry, in the order of whoever moved something. */
function weaveNamed(
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
    .map((name) => weave([...steps, name], before.get(name), ours.get(name), other.get(name), choose))
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

const scaffolding = new Set(['pages', 'sections', 'fields'])

/** `/home › book › title` */
export function readable(steps: readonly string[]): string {
  return steps.filter((step) => !scaffolding.has(step)).join(' › ')
}
