import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeNumber } from '../../lib/format.ts'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { BookChart } from './book-chart.tsx'
import { BookFigures } from './book-figures.tsx'
import { BookTable } from './book-table.tsx'
import { datesHelp, unassignedHelp } from './book-words.ts'
import styles from './books.module.css'
import { type BookDates, type Figure, loadBooks } from './books-api.ts'
import { CollectFees } from './collect-fees.tsx'
import { DatesSelect } from './dates-select.tsx'
import { EntryList } from './entry-list.tsx'
import finance from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { Empty, LedgerSkeleton, Trouble } from './loading-states.tsx'
import { periodProblem } from './moments.ts'

/** Money by day or month: the figures first, the drawing second, the table under it; every figure opens its events. */
export function BooksPart({ mayCollect }: { mayCollect: boolean }) {
  const [by, setBy] = useState<'day' | 'month'>('day')
  const [dates, setDates] = useState<BookDates>('stripe')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [figure, setFigure] = useState<Figure>()
  const problem = periodProblem(from, to)
  const query = useQuery({
    queryKey: [...financeKeys.books, by, dates, from, to],
    queryFn: () => loadBooks({ from, to }, by, dates),
    placeholderData: keepPreviousData,
    enabled: problem === undefined,
    staleTime: 0,
  })
  const books = query.data
  return (
    <section className={finance.part} aria-labelledby="books-heading">
      <div className={styles.top}>
        <h3 id="books-heading" className={ledger.subheading}>
          Books
        </h3>
        <div className={styles.controls}>
          <Field label="From" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
          <Field
            label="To"
            type="date"
            value={to}
            error={problem}
            onChange={({ target }) => setTo(target.value)}
          />
          <Select
            label="Per"
            value={by}
            onChange={({ target }) => setBy(target.value === 'month' ? 'month' : 'day')}
          >
            <option value="day">Day</option>
            <option value="month">Month</option>
          </Select>
          <DatesSelect
            value={dates}
            onChange={(chosen) => {
              setDates(chosen)
              setFigure(undefined)
            }}
          />
        </div>
      </div>
      {books === undefined || books.feesTrouble === null ? null : (
        <Notice tone="warn" title={books.feesTrouble}>
          Whoever keeps the Stripe account gives the restricted key read on Balance and on Balance transaction
          sources. The fees of the whole time are recorded within the hour then.
        </Notice>
      )}
      {query.isError ? (
        <Trouble what="The books" failure={query.error} onRetry={() => void query.refetch()} />
      ) : books === undefined ? (
        <LedgerSkeleton what="the books" lines={5} />
      ) : books.lines.length === 0 ? (
        <Empty title="No money moved in this period.">
          {from === '' && to === ''
            ? 'The first payment appears here as soon as it is recorded.'
            : 'Choose other days, or leave them open for everything.'}
        </Empty>
      ) : (
        <div className={styles.book} aria-busy={query.isPlaceholderData || undefined}>
          {books.sums.map((sum) => (
            <BookFigures key={sum.currency} sum={sum} period={{ from, to }} onOpen={setFigure} />
          ))}
          {books.sums.map(({ currency }) => (
            <BookChart
              key={currency}
              currency={currency}
              lines={books.lines.filter((line) => line.currency === currency)}
            />
          ))}
          <BookTable books={books} within={{ from, to }} onOpen={setFigure} />
          <p className={ledger.faint}>
            Days and months are those of the time zone {books.timeZone}. {datesHelp(books.dates)} Read up to
            event {wholeNumber(books.position)} of the log. Net is received and unassigned, less refunded,
            disputed and fees.
          </p>
          <p className={ledger.faint}>{unassignedHelp}</p>
          {mayCollect ? <CollectFees /> : null}
        </div>
      )}
      {figure === undefined ? null : (
        <EntryList
          key={JSON.stringify(figure)}
          figure={figure}
          dates={dates}
          onClose={() => setFigure(undefined)}
        />
      )}
    </section>
  )
}
