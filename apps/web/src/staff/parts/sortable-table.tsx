import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ScrollBox } from './scroll-box.tsx'
import { type Order, sorted } from './sorted.ts'
import tableStyles from './table.module.css'

export interface Column<Row> {
  id: string
  label: string
  /** What the column is sorted by. */
  value: (row: Row) => string | number
  /** What is shown; the value itself if not told. */
  cell?: (row: Row) => ReactNode
  numeric?: boolean
}

interface SortableTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The column and direction at first. */
  first: Order
}

/** A table whose heads sort it. The first column names the row. */
export function SortableTable<Row>({ caption, columns, rows, keyOf, first }: SortableTableProps<Row>) {
  const [order, setOrder] = useState<Order>(first)
  const by = columns.find(({ id }) => id === order.column) ?? columns[0]
  const shown = by ? sorted(rows, by.value, order.descending) : rows
  return (
    <ScrollBox label={caption}>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const active = column.id === order.column
              const Icon = active ? (order.descending ? ArrowDown : ArrowUp) : ArrowUpDown
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-align={column.numeric ? 'end' : undefined}
                  aria-sort={active ? (order.descending ? 'descending' : 'ascending') : undefined}
                >
                  <button
                    type="button"
                    className={tableStyles.sort}
                    onClick={() =>
                      setOrder({
                        column: column.id,
                        descending: active ? !order.descending : column.numeric === true,
                      })
                    }
                  >
                    {column.label}
                    <Icon aria-hidden="true" data-active={active || undefined} />
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.id}
                    {...(index === 0 && { scope: 'row' })}
                    data-align={column.numeric ? 'end' : undefined}
                  >
                    {column.cell ? column.cell(row) : column.value(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
