import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Column } from './column.ts'
import styles from './table.module.css'

/** Optional behavior of rows. */
export interface RowParts<Row> {
  /** The address of a row: its header cell is the link, and the whole row can be pressed. */
  to?: ((row: Row) => string) | undefined
  /** Key of the row that is open beside the table. */
  chosen?: string | undefined
  /** Details that a button at the end of each row unfolds beneath it. */
  details?: Details<Row> | undefined
  /** `data-` and `aria-` attributes of a row. */
  attributesOf?:
    | ((row: Row) => Readonly<Record<`${'data' | 'aria'}-${string}`, string | undefined>>)
    | undefined
}

interface Details<Row> {
  /** Heading of the column of buttons, for screen readers. */
  head: string
  /** The accessible name of a row's button. */
  label: (row: Row) => string
  render: (row: Row) => ReactNode
}

interface TableRowProps<Row> extends Omit<RowParts<Row>, 'chosen'> {
  row: Row
  columns: readonly Column<Row>[]
  naming: Column<Row> | undefined
  isChosen: boolean
}

/** One row, with its details beneath it. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, naming, to, isChosen, details, attributesOf } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <tr
        className={to ? styles.openable : undefined}
        data-chosen={isChosen || undefined}
        {...attributesOf?.(row)}
      >
        {columns.map((column) => {
          const isName = column === naming
          const Cell = isName ? 'th' : 'td'
          const content = column.cell ? column.cell(row) : column.value?.(row)
          return (
            <Cell
              key={column.id}
              {...(isName && { scope: 'row' })}
              className={column.className}
              data-align={column.numeric ? 'end' : undefined}
              data-nowrap={column.nowrap || undefined}
              data-folds={column.folds || undefined}
            >
              {isName && to ? (
                <Link className={styles.open} aria-current={isChosen || undefined} to={to(row)}>
                  {content}
                </Link>
              ) : (
                content
              )}
            </Cell>
          )
        })}
        {details ? (
          <td className={styles.detailsCell}>
            <button
              type="button"
              className={styles.detailsButton}
              aria-expanded={open}
              aria-controls={id}
              aria-label={details.label(row)}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown aria-hidden="true" />
            </button>
          </td>
        ) : null}
      </tr>
      {details ? (
        <tr id={id} hidden={!open} className={styles.details}>
          <td colSpan={columns.length + 1}>{open ? details.render(row) : null}</td>
        </tr>
      ) : null}
    </>
  )
}
