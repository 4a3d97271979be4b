export interface SortOrder {
  column: string
  descending: boolean
}

/** A sorted copy: numbers by size, texts as people order them; equal rows keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number,
  descending: boolean,
): Row[] {
  const direction = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)]
    return typeof left === 'number' && typeof right === 'number'
      ? direction * (left - right)
      : direction * String(left).localeCompare(String(right), 'en', { numeric: true })
  })
}
