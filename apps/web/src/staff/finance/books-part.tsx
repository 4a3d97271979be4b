import { Coins, Download } from 'lucide-react'
import type { collectFees, financeBooks } from '#modules/commerce/finance/books/contract.ts'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded, reasonOf } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import { BookChart } from './book-chart.tsx'
import { BookFigures } from './book-figures.tsx'
import { BookTable } from './book-table.tsx'
import {
  type BookDates,
  type Books,
  bookKinds,
  datesHelp,
  daysOf,
  type Figure,
  firstOfTwelveMonths,
  leftOutHelp,
  monthIn,
  periodLabel,
  queryOf,
  unassignedHelp,
} from './book-words.ts'
import styles from './books.module.css'
import { DatesSelect } from './dates-select.tsx'
import { EntryList } from './entry-list.tsx'
import { exportAddress } from './exports-part.tsx'
import finance from './finance.module.css'
import { periodProblem } from './moments.ts'
import { PeriodFields } from './period-fields.tsx'

interface BooksView {
  by: 'day' | 'month'
  dates: BookDates
  from: string
  to: string
  /** The figure whose events are shown. */
  figure: Figure | undefined
}

/** The view that the books open with, which needs no query in the address: the last twelve months. */
const opensWith = () => ({ by: 'month', from: firstOfTwelveMonths(), to: '' }) as const

const isOpening = ({ by, from, to }: Pick<BooksView, 'by' | 'from' | 'to'>): boolean =>
  by === 'month' && from === firstOfTwelveMonths() && to === ''

const viewForm: AddressForm<BooksView> = {
  read: (query) => {
    const [name, currency = '', from = '', to = ''] = (query.get('figure') ?? '').split('~')
    const kind = bookKinds.find((each) => each === name)
    return {
      dates: query.get('dates') === 'recorded' ? 'recorded' : 'stripe',
      ...(['by', 'from', 'to'].some((name) => query.has(name))
        ? {
            by: query.get('by') === 'month' ? 'month' : 'day',
            from: query.get('from') ?? '',
            to: query.get('to') ?? '',
          }
        : opensWith()),
      figure: kind && { kind, currency, from, to },
    }
  },
  write: ({ dates, figure, ...period }) => ({
    ...(isOpening(period)
      ? { by: '', from: '', to: '' }
      : { by: period.by, from: period.from, to: period.to }),
    dates: dates === 'stripe' ? '' : dates,
    figure: figure && [figure.kind, figure.currency, figure.from, figure.to].join('~'),
  }),
}

/** Money by day or month: sums, chart and table; every figure opens its events. */
export function BooksPart() {
  const mayAudit = useMayAudit()
  const [view, setView] = useAddressState(viewForm)
  const { by, dates, from, to, figure } = view
  const change = (part: Partial<BooksView>, how?: 'later'): void => setView({ ...view, ...part }, how)
  const setFigure = (next: Figure | undefined): void => setView({ ...view, figure: next }, 'push')
  const problem = periodProblem(from, to)
  const query = useAnswer<typeof financeBooks>(
    '/api/finance/books',
    { query: { ...queryOf(view), by, dates } },
    { keep: true, enabled: problem === undefined },
  )
  const feesTrouble = query.data?.feesTrouble ?? null
  return (
    <Part
      title="Books"
      actions={
        <>
          {mayAudit && problem === undefined ? (
            <a className={finance.file} href={exportAddress('books.csv', view, dates)} download="books.csv">
              <Download aria-hidden="true" />
              Export as CSV
            </a>
          ) : null}
          <div className={styles.controls}>
            <PeriodFields from={from} to={to} onChange={(part) => change(part, 'later')} />
            <Select
              label="Group by"
              value={by}
              onChange={({ target }) => change({ by: target.value === 'month' ? 'month' : 'day' })}
            >
              <option value="day">Day</option>
              <option value="month">Month</option>
            </Select>
            <DatesSelect value={dates} onChange={(chosen) => change({ dates: chosen, figure: undefined })} />
          </div>
        </>
      }
    >
      {feesTrouble === null ? null : (
        <Notice tone="warn" title={feesTrouble}>
          The owner of the Stripe account must give the restricted key read access to Balance and to Balance
          transaction sources. All missing fees are then recorded within the hour.
        </Notice>
      )}
      <Loaded query={query} what="The books" lines={5}>
        {(books) =>
          books.lines.length === 0 ? (
            <Empty title="No transactions in this period.">
              {from === '' && to === ''
                ? 'The first payment appears here as soon as it is recorded.'
                : 'Choose other dates, or clear them to see everything.'}
            </Empty>
          ) : (
            <div className={layout.form} aria-busy={query.isPlaceholderData || undefined}>
              <Figures books={books} view={view} onOpen={setFigure} />
              {books.sums.map(({ currency }) => (
                <BookChart
                  key={currency}
                  currency={currency}
                  lines={books.lines.filter((line) => line.currency === currency)}
                />
              ))}
              <BookTable books={books} within={{ from, to }} onOpen={setFigure} />
              <p className={layout.soft}>
                Days and months are in the time zone {books.timeZone}. {datesHelp(books.dates)} Includes all
                events up to number {wholeNumber(books.position)} of the log. Net is received plus unassigned,
                minus refunded, disputed and fees.
              </p>
              <p className={layout.soft}>
                {unassignedHelp} {leftOutHelp}
              </p>
              {mayAudit ? <CollectFees /> : null}
            </div>
          )
        }
      </Loaded>
      {figure === undefined ? null : (
        <EntryList
          key={JSON.stringify(figure)}
          figure={figure}
          dates={dates}
          onClose={() => setFigure(undefined)}
        />
      )}
    </Part>
  )
}

/** The figures of this month, if the books were just opened and it has any, else of the whole period. */
function Figures({ books, view, onOpen }: { books: Books; view: BooksView; onOpen: (of: Figure) => void }) {
  const month = monthIn(books.timeZone)
  const ofMonth = isOpening(view) ? books.lines.filter(({ period }) => period === month) : []
  if (ofMonth.length === 0)
    return books.sums.map((sum) => (
      <BookFigures key={sum.currency} sum={sum} period={{ from: view.from, to: view.to }} onOpen={onOpen} />
    ))
  return (
    <>
      <h4 className={layout.heading}>{periodLabel(month)} so far</h4>
      {ofMonth.map((line) => (
        <BookFigures key={line.currency} sum={line} period={daysOf(line, view)} onOpen={onOpen} />
      ))}
    </>
  )
}

/** Fees are recorded every hour; the button records them at once, for closing a day. */
function CollectFees() {
  const collecting = useAction<typeof collectFees>('POST', '/api/finance/books/fees', ['/api/finance/books'])
  const collect = (): void =>
    collecting.mutate(
      {},
      {
        onSuccess: ({ recorded }) =>
          notify.success(
            recorded === 0
              ? 'All fees were already recorded.'
              : `${recorded} ${recorded === 1 ? 'fee' : 'fees'} recorded.`,
          ),
      },
    )
  return (
    <>
      {collecting.isError ? (
        <Notice tone="bad" title="The fees could not be read from Stripe." announce>
          {reasonOf(collecting.error)}
        </Notice>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        className={finance.copy ?? ''}
        icon={<Coins aria-hidden="true" />}
        busy={collecting.isPending}
        busyText="Reading..."
        onClick={collect}
      >
        Record the latest fees
      </Button>
    </>
  )
}
