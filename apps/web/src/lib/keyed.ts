/**
 * The items of a list with a key for each: a text of the item, which an editor may have written twice, and how often it came
 * before. React mixes up items with equal keys when the list changes.
 */
export function keyed<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): [key: string, item: T, index: number][] {
  const counts = new Map<string, number>()
  return items.map((item, index) => {
    const text = textOf(item)
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return [`${count} ${text}`, item, index]
  })
}
