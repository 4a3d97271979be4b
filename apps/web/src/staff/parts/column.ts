import type { ReactNode } from 'react'

/** A column of a table of the staff screen. */
export interface Column<Row> {
  id: string
  label: string
  /** The label is only read aloud: the column holds buttons. */
  labelHidden?: boolean
  /** Shown as the head instead of the label. */
  head?: ReactNode
  /** What is shown; the value itself if not told. */
  cell?: (row: Row) => ReactNode
  /** What the column is sorted by when the rows are sorted here. */
  value?: (row: Row) => string | number
  /** The column can be sorted; its first press sorts in this direction. Told where the rows come sorted. */
  sortable?: 'ascending' | 'descending'
  /** Amounts and counts: aligned at the end, the largest first. */
  numeric?: boolean
  nowrap?: boolean
  /** The cell that names its row, for a screen reader and as its link; the first column if none is told. */
  namesRow?: boolean
  className?: string | undefined
}
