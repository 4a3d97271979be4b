function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** True when two JSON values are the same, whatever the order of their keys. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => same(a[name], b[name]))
}

/** `id` or `route` of every entry, when all have one and no two share it. */
function namesOf(list: readonly unknown[]): string[] | undefined {
  const names = list.map((item) => (isRecord(item) ? (item.route ?? item.id) : undefined))
  const texts = names.filter((name): name is string => typeof name === 'string')
  return texts.length === list.length && new Set(texts).size === texts.length ? texts : undefined
}

/**
 * My changes since `base` on top of theirs, field by field: where I changed nothing theirs stands, where both
 * changed the same field mine does. Lists are merged entry by entry when their entries have names.
 */
export function mergeTrees(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (same(mine, base)) return theirs
  if (same(theirs, base)) return mine
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const [was, my, their] = [namesOf(base), namesOf(mine), namesOf(theirs)]
    if (!was || !my || !their) return mine
    const kept = [...my, ...their.filter((name) => !my.includes(name) && !was.includes(name))]
    return kept
      .filter(
        (name) =>
          their.includes(name) ||
          !was.includes(name) ||
          !same(mine[my.indexOf(name)], base[was.indexOf(name)]),
      )
      .map((name) =>
        my.includes(name) && their.includes(name)
          ? mergeTrees(base[was.indexOf(name)], mine[my.indexOf(name)], theirs[their.indexOf(name)])
          : my.includes(name)
            ? mine[my.indexOf(name)]
            : theirs[their.indexOf(name)],
      )
  }
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) {
    const merged: Record<string, unknown> = {}
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = mergeTrees(base[name], mine[name], theirs[name])
      if (value !== undefined) merged[name] = value
    }
    return merged
  }
  return mine
}
