import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { financeBookEntries } from '#modules/commerce/finance/books/contract.ts'
import { staffKey } from '../../lib/answers.ts'
import { call } from '../../lib/call.ts'
import { money, wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import {
  type BookDates,
  type BookEntry,
  eventTypeWords,
  type Figure,
  kindLabel,
  queryOf,
} from './book-words.ts'
import styles from './books.module.css'
import ledger from './ledger.module.css'
import { Moment } from './moment.tsx'
import { ledgerDay } from './moments.ts'
import { OrderLink } from './order-link.tsx'

interface EntryListProps {
  figure: Figure
  dates: BookDates
  onClose: () => void
}

const entriesPath = '/api/finance/books/entries'

/** The events that add up to a figure, in the order of the log, with their sum. */
export function EntryList({ figure, dates, onClose }: EntryListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const query = useInfiniteQuery({
    queryKey: [staffKey, entriesPath, dates, figure],
    queryFn: ({ pageParam }) =>
      call<typeof financeBookEntries>('GET', entriesPath, {
        query: { ...queryOf(figure), kind: figure.kind, currency: figure.currency, dates, after: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  })
  const [first] = query.data?.pages ?? []
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const sum = first?.sums.find(({ currency }) => currency === figure.currency)
  return (
    <section className={styles.entries} aria-labelledby="entries-heading">
      <div className={styles.entriesHead}>
        <h4 id="entries-heading" ref={heading} tabIndex={-1} className={layout.heading}>
          {kindLabel(figure.kind)}
          {sum ? ` ${money(sum.amount, sum.currency)}` : ''}: its events
          <span className={styles.span}>{spanOf(figure)}</span>
        </h4>
        <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} onClick={onClose}>
          Close
        </Button>
      </div>
      {query.isError ? (
        <Trouble what="The events" failure={query.error} onRetry={() => void query.refetch()} />
      ) : first === undefined ? (
        <SkeletonLines what="the events" lines={4} />
      ) : entries.length === 0 ? (
        <Empty title="No events for this figure." />
      ) : (
        <Table
          caption={`Events of this figure, in the order of the log; times in ${first.timeZone}`}
          columns={columnsIn(first.timeZone)}
          rows={entries}
          keyOf={({ position, bookedAt }) => `${position} ${bookedAt}`}
          foot={[
            {
              id: 'sum',
              label:
                entries.length < first.total
                  ? `Sum of all ${wholeNumber(first.total)} events, ${wholeNumber(entries.length)} shown`
                  : `Sum of ${wholeNumber(first.total)} ${first.total === 1 ? 'event' : 'events'}`,
              cells: { amount: sum ? money(sum.amount, sum.currency) : '' },
            },
          ]}
        />
      )}
      {query.hasNextPage ? (
        <Button
          size="small"
          variant="secondary"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </section>
  )
}

const columnsIn = (zone: string): readonly Column<BookEntry>[] => [
  {
    id: 'booked',
    label: `At Stripe or the bank, ${zone}`,
    // A statement of the bank has days only; the books count such a day at 10:00 UTC.
    cell: ({ type, bookedAt }) =>
      type.startsWith('Transfer') && bookedAt.endsWith('T10:00:00.000Z') ? (
        <time dateTime={bookedAt.slice(0, 10)}>{ledgerDay(bookedAt)}</time>
      ) : (
        <Moment at={bookedAt} zone={zone} />
      ),
  },
  {
    id: 'recorded',
    label: 'Recorded',
    cell: ({ recordedAt, late }) => (
      <>
        <Moment at={recordedAt} zone={zone} /> {late ? <Badge tone="warn">Late</Badge> : null}
      </>
    ),
  },
  { id: 'position', label: 'Position', className: layout.code, cell: ({ position }) => position },
  { id: 'event', label: 'Event', namesRow: true, cell: ({ type }) => eventTypeWords(type) },
  {
    id: 'order',
    label: 'Order or transfer',
    className: layout.code,
    cell: ({ orderId, transferId }) =>
      orderId !== null ? (
        <OrderLink id={orderId} />
      ) : (
        <Link className={ledger.toOrder} to={`/admin/finance/transfers/${transferId}`}>
          Open transfer
        </Link>
      ),
  },
  {
    id: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ amount, currency }) => money(amount, currency),
  },
]

function spanOf({ from, to }: Figure): string {
  const day = (text: string) => ledgerDay(`${text}T00:00:00Z`)
  if (from === '' && to === '') return ''
  if (from === to) return day(from)
  return `${from === '' ? '' : `from ${day(from)} `}${to === '' ? '' : `to ${day(to)}`}`
}
