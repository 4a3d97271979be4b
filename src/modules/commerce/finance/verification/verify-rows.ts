import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '#platform/database/snapshot.ts'
import { orderColumns, rowOf } from '../../orders/order-row.ts'
import type { FoldedOrder } from '../../orders/order-stream.ts'
import { SortedRows } from './sorted-rows.ts'

export interface RowDifference {
  orderId: string
  /** The column, or `row` when one side has no row at all. */
  column: string
  stored: unknown
  folded: unknown
}

type Row = Record<string, unknown>

const columns = orderColumns.map(([column]) => column)
/** The most differences that are kept; further ones are only counted. */
const mostKept = 1_000

/** Compares the rows of lists with the orders of the log, which are passed by ascending id. */
export class RowCheck {
  readonly differences: RowDifference[] = []
  count = 0
  readonly #rows: SortedRows<Row>

  constructor(snapshot: Snapshot) {
    this.#rows = new SortedRows(
      snapshot.pages<Row>(`select ${columns.join(', ')} from commerce_order order by id`),
      ({ id }) => String(id),
    )
  }

  /** @param folded undefined for an order whose events cannot be folded */
  async order(id: string, folded: FoldedOrder | undefined): Promise<void> {
    const row = folded && rowOf(folded.order, folded.version, folded)
    const should = row
      ? Object.fromEntries(orderColumns.map(([column, property]) => [column, row[property]]))
      : null
    let seen = false
    for await (const stored of this.#rows.upTo(id)) {
      if (stored.id !== id) this.#add({ orderId: String(stored.id), column: 'row', stored, folded: null })
      else {
        seen = true
        this.#compare(id, stored, should)
      }
    }
    if (!seen && should !== null) this.#compare(id, null, should)
  }

  async end(): Promise<void> {
    for await (const stored of this.#rows.upTo())
      this.#add({ orderId: String(stored.id), column: 'row', stored, folded: null })
  }

  #compare(orderId: string, stored: Row | null, folded: Row | null): void {
    if (stored === null || folded === null) {
      this.#add({ orderId, column: 'row', stored, folded })
      return
    }
    for (const column of columns) {
      const is = plain(stored[column])
      const should = plain(folded[column])
      if (!isDeepStrictEqual(is, should)) this.#add({ orderId, column, stored: is, folded: should })
    }
  }

  #add(difference: RowDifference): void {
    this.count += 1
    if (this.differences.length < mostKept) this.differences.push(difference)
  }
}

/** A value as text, equal for both sides: bigint columns are read as text, moments as Date. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' ? String(value) : value
}
