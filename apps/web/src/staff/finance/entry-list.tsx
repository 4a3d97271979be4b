import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { money, wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { kindLabel } from './book-words.ts'
import styles from './books.module.css'
import { type BookDates, type Figure, loadEntries } from './books-api.ts'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { ledgerDay, ledgerTime } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import { eventTypeWords } from './sentences.ts'

interface EntryListProps {
  figure: Figure
  dates: BookDates
  onClose: () => void
}

/** Why this number: the events that add up to it, in the order of the log, with their sum. */
export function EntryList({ figure, dates, onClose }: EntryListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const query = useInfiniteQuery({
    queryKey: [...financeKeys.books, 'entries', dates, figure],
    queryFn: ({ pageParam }) => loadEntries(figure, dates, pageParam),
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
        <h4 id="entries-heading" ref={heading} tabIndex={-1} className={ledger.subheading}>
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
        <Empty title="No event moved this figure." />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section className={ledger.box} tabIndex={0} aria-label="Events of this figure">
          <table className={ledger.ledger}>
            <caption className="visually-hidden">
              Events of this figure, in the order of the log; times in {first.timeZone}
            </caption>
            <thead>
              <tr>
                <th scope="col">At Stripe, {first.timeZone}</th>
                <th scope="col">Recorded</th>
                <th scope="col">Position</th>
                <th scope="col">Event</th>
                <th scope="col">Order</th>
                <th scope="col" className={ledger.amount}>
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={`${entry.position} ${entry.bookedAt}`}>
                  <td className={ledger.moment}>
                    <Moment at={entry.bookedAt} zone={first.timeZone} />
                  </td>
                  <td className={ledger.moment}>
                    <Moment at={entry.recordedAt} zone={first.timeZone} />{' '}
                    {entry.late ? <Badge tone="warn">Late</Badge> : null}
                  </td>
                  <td className={ledger.code}>{entry.position}</td>
                  <th scope="row">{eventTypeWords(entry.type)}</th>
                  <td className={ledger.code}>
                    <OrderLink id={entry.orderId} />
                  </td>
                  <td className={ledger.amount}>{money(entry.amount, entry.currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={5}>
                  {entries.length < first.total
                    ? `Sum of all ${wholeNumber(first.total)} events, ${wholeNumber(entries.length)} shown`
                    : `Sum of ${wholeNumber(first.total)} ${first.total === 1 ? 'event' : 'events'}`}
                </th>
                <td className={ledger.amount}>{sum ? money(sum.amount, sum.currency) : ''}</td>
              </tr>
            </tfoot>
          </table>
        </section>
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

function Moment({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at}>
      {ledgerDay(at, zone)} <span>{ledgerTime(at, zone)}</span>
    </time>
  )
}

function spanOf({ from, to }: Figure): string {
  const day = (text: string) => ledgerDay(`${text}T00:00:00Z`)
  if (from === '' && to === '') return ''
  if (from === to) return day(from)
  return `${from === '' ? '' : `from ${day(from)} `}${to === '' ? '' : `to ${day(to)}`}`
}
