import { money } from '../../lib/format.ts'
import { isNothing } from '../parts/amounts.ts'
import type { Column } from '../parts/column.ts'
import { Table } from '../parts/table.tsx'
import { Amount } from './amount.tsx'
import {
  type BookLine,
  type Books,
  bookKinds,
  datesLabel,
  daysOf,
  type Figure,
  kindLabel,
  lateWords,
  type Period,
  periodLabel,
} from './book-words.ts'
import styles from './books.module.css'

interface BookTableProps {
  books: Books
  within: Period
  onOpen: (figure: Figure) => void
}

/** One line per period and currency, newest first, sums at the foot. Every figure opens its events. */
export function BookTable({ books, within, onOpen }: BookTableProps) {
  const { lines, sums, timeZone, dates } = books
  const columns: Column<BookLine>[] = [
    {
      id: 'period',
      label: `Period, ${timeZone}`,
      nowrap: true,
      cell: ({ period, currency, lateEntries }) => (
        <>
          {periodLabel(period)} {sums.length > 1 ? currency.toUpperCase() : ''}
          {lateEntries > 0 ? <span className={styles.late}>{lateWords(lateEntries)}</span> : null}
        </>
      ),
    },
    ...bookKinds.map((kind) => ({
      id: kind,
      label: kindLabel(kind),
      numeric: true,
      cell: (line: BookLine) =>
        isNothing(line[kind]) ? (
          <Amount of={line[kind]} currency={line.currency} />
        ) : (
          <button
            type="button"
            className={styles.cell}
            aria-label={`${kindLabel(kind)} ${money(line[kind], line.currency)}, ${periodLabel(line.period)}: show its events`}
            onClick={() => onOpen({ kind, currency: line.currency, ...daysOf(line, within) })}
          >
            {money(line[kind], line.currency)}
          </button>
        ),
    })),
    { id: 'net', label: 'Net', numeric: true, cell: ({ net, currency }) => money(net, currency) },
  ]
  return (
    <Table
      caption={`Books by period, newest first, ${timeZone}, ${datesLabel(dates).toLowerCase()}`}
      columns={columns}
      rows={lines.toReversed()}
      keyOf={({ period, currency }) => `${period} ${currency}`}
      foot={sums.map((sum) => ({
        id: sum.currency,
        label: `Total ${sums.length > 1 ? sum.currency.toUpperCase() : ''}`,
        cells: Object.fromEntries(
          [...bookKinds, 'net' as const].map((id) => [id, money(sum[id], sum.currency)]),
        ),
      }))}
    />
  )
}
