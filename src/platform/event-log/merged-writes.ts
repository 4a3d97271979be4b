import { arrayLiteral, wireValue } from '../database/wire-values.ts'
import type { PreparedItem } from './append-call.ts'
import type { Write } from './event-log.ts'

/** The writes that can run together, by their statement for many rows; only statements of two or more writes. */
export function mergedWrites(items: readonly PreparedItem[]): Map<string, Write[]> {
  const found = new Map<string, Write[]>()
  for (const { item } of items) {
    for (const write of item.writes ?? []) {
      if (write.many === undefined) continue
      const rows = found.get(write.many) ?? []
      rows.push(write)
      found.set(write.many, rows)
    }
  }
  for (const [text, rows] of found) if (rows.length === 1) found.delete(text)
  return found
}

/** One array per parameter; a list among the values becomes text, because unnest would flatten arrays of arrays. */
export function columnsOf(rows: readonly Write[]): string[] {
  const width = rows[0]?.values.length ?? 0
  return Array.from({ length: width }, (_, at) =>
    arrayLiteral(rows.map(({ values }) => wireValue(values[at]))),
  )
}
