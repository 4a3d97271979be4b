import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Column } from './column.ts'
import { ScrollBox } from './scroll-box.tsx'
import { type SortOrder, sorted } from './sorted.ts'
import styles from './table.module.css'
import { type RowParts, TableRow } from './table-row.tsx'

/** A row of sums: its label spans up to the first column that has a cell. */
export interface FootLine {
  id: string
  label: ReactNode
  /** By id of the column. */
  cells: Readonly<Record<string, ReactNode>>
}

interface TableProps<Row> extends RowParts<Row> {
  /** Names the table and its scrollable box. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Rows grouped under headings, instead of `rows`. */
  groups?: readonly { id: string; heading: ReactNode; rows: readonly Row[] }[]
  keyOf: (row: Row) => string
  /** The table sorts the rows, initially by this column. */
  first?: SortOrder
  /** The order in which the server sorted the rows; a pressed heading requests another. */
  sort?: { order: SortOrder; onSort: (order: SortOrder) => void }
  foot?: readonly FootLine[]
  /** Other rows are being loaded. */
  busy?: boolean
  /** As high as its rows, instead of scrolling them in a box. */
  whole?: boolean
  className?: string | undefined
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}

/** The table of the staff screen: scrollable, with fixed headings that sort, rows that open, and sums at the foot. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, groups, keyOf, first, sort, foot = [], empty, ...rest } = props
  const { busy = false, whole = false, className = '', to, chosen, details, attributesOf } = rest
  const [own, setOwn] = useState<SortOrder | undefined>(first)
  if (empty !== undefined && rows.length === 0) return empty
  const { order, onSort } = sort ?? { order: own, onSort: setOwn }
  const by = sort ? undefined : columns.find(({ id }) => id === order?.column)?.value
  const inOrder = (some: readonly Row[]) => (by && order ? sorted(some, by, order.descending) : some)
  const naming = columns.find(({ namesRow }) => namesRow) ?? columns[0]
  const width = columns.length + (details ? 1 : 0)
  return (
    <ScrollBox label={`Table: ${caption}`} busy={busy} whole={whole}>
      <table className={`${styles.table} ${className}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const sortable =
                column.sortable ?? (!sort && first && column.value ? naturalOrder(column) : null)
              return (
                <Head key={column.id} column={column} order={order} {...(sortable && { sortable, onSort })} />
              )
            })}
            {details ? (
              <th scope="col">
                <span className="visually-hidden">{details.head}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        {(groups ?? [{ id: '', heading: null, rows }]).map((group) => (
          <tbody key={group.id}>
            {group.heading === null ? null : (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={width}>
                  {group.heading}
                </th>
              </tr>
            )}
            {inOrder(group.rows).map((row) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                columns={columns}
                naming={naming}
                {...{ to, details, attributesOf }}
                isChosen={chosen !== undefined && keyOf(row) === chosen}
              />
            ))}
          </tbody>
        ))}
        {foot.length === 0 ? null : (
          <tfoot>
            {foot.map((line) => (
              <Foot key={line.id} line={line} columns={columns} />
            ))}
          </tfoot>
        )}
      </table>
    </ScrollBox>
  )
}

const naturalOrder = ({ numeric }: Column<never>) => (numeric ? 'descending' : 'ascending')

interface HeadProps {
  column: Column<never>
  order: SortOrder | undefined
  /** The direction of the first press; the next press reverses it. Without it the heading is text. */
  sortable?: 'ascending' | 'descending'
  onSort?: (order: SortOrder) => void
}

function Head({
  column: { id, label, labelHidden, head, numeric, folds },
  order,
  sortable,
  onSort,
}: HeadProps) {
  const active = sortable !== undefined && order?.column === id
  const descending = active ? !order.descending : sortable === 'descending'
  const Icon = active ? (order.descending ? ArrowDown : ArrowUp) : ArrowUpDown
  return (
    <th
      scope="col"
      data-align={numeric ? 'end' : undefined}
      data-folds={folds || undefined}
      aria-sort={active ? (order.descending ? 'descending' : 'ascending') : undefined}
    >
      {sortable ? (
        <button type="button" className={styles.sort} onClick={() => onSort?.({ column: id, descending })}>
          {label}
          <Icon aria-hidden="true" data-active={active || undefined} />
        </button>
      ) : labelHidden ? (
        <span className="visually-hidden">{label}</span>
      ) : (
        (head ?? label)
      )}
    </th>
  )
}

function Foot({ line: { label, cells }, columns }: { line: FootLine; columns: readonly Column<never>[] }) {
  const from = columns.findIndex(({ id }) => id in cells)
  return (
    <tr>
      <th scope="row" colSpan={from}>
        {label}
      </th>
      {columns.slice(from).map(({ id, numeric, folds }) => (
        <td key={id} data-align={numeric ? 'end' : undefined} data-folds={folds || undefined}>
          {cells[id]}
        </td>
      ))}
    </tr>
  )
}
