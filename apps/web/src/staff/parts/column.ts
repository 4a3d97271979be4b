import type { ReactNode } from 'react'

/** A column of a table of the staff screen. */
export interface Column<Row> {
  id: string
  label: string
  /** The label is only for screen readers: the column holds buttons. */
  labelHidden?: boolean
  /** Shown as the heading instead of the label. */
  head?: ReactNode
  /** The content of a cell; `value` if absent. */
  cell?: (row: Row) => ReactNode
  /** The value that the table sorts by when it sorts the rows itself. */
  value?: (row: Row) => string | number
  /** The direction of the first sort, for columns whose rows the server sorts. */
  sortable?: 'ascending' | 'descending'
  /** Amounts and counts: aligned at the end, the largest first. */
  numeric?: boolean
  nowrap?: boolean
  /** The cell is the row's header and link; by default the first column's. */
  namesRow?: boolean
  /** Left out while a record is open beside the table, which shows it. Not for columns before the first sum of a foot. */
  folds?: boolean
  className?: string | undefined
}
