/** Compares by key, part by part, by code units: the order is the same in every process. */
export function inOrderOf<T>(keyOf: (of: T) => readonly string[]): (a: T, b: T) => number {
  const text = (of: T): string => JSON.stringify(keyOf(of))
  return (a, b) => (text(a) < text(b) ? -1 : 1)
}
