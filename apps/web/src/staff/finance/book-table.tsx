import { money } from '../../lib/format.ts'
import { isNothing } from '../parts/amounts.ts'
import { datesLabel, daysOf, kindLabel, lateWords, periodLabel } from './book-words.ts'
import styles from './books.module.css'
import { type Books, bookKinds, type Figure, type Period } from './books-api.ts'
import ledger from './ledger.module.css'

interface BookTableProps {
  books: Books
  within: Period
  onOpen: (figure: Figure) => void
}

/** One line per period and currency, newest first, sums at the foot. Every figure opens its events. */
export function BookTable({ books, within, onOpen }: BookTableProps) {
  const { lines, sums, timeZone, dates } = books
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={ledger.box} tabIndex={0} aria-label="Books, table">
      <table className={ledger.ledger}>
        <caption className="visually-hidden">
          Books by period, newest first, {timeZone}, {datesLabel(dates).toLowerCase()}
        </caption>
        <thead>
          <tr>
            <th scope="col">Period, {timeZone}</th>
            {bookKinds.map((kind) => (
              <th key={kind} scope="col" className={ledger.amount}>
                {kindLabel(kind)}
              </th>
            ))}
            <th scope="col" className={ledger.amount}>
              Net
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.toReversed().map((line) => (
            <tr key={`${line.period} ${line.currency}`}>
              <th scope="row" className={ledger.nowrap}>
                {periodLabel(line.period)} {sums.length > 1 ? line.currency.toUpperCase() : ''}
                {line.lateEntries > 0 ? (
                  <span className={styles.late}>{lateWords(line.lateEntries)}</span>
                ) : null}
              </th>
              {bookKinds.map((kind) => (
                <td key={kind} className={ledger.amount} data-zero={isNothing(line[kind]) || undefined}>
                  {isNothing(line[kind]) ? (
                    money(line[kind], line.currency)
                  ) : (
                    <button
                      type="button"
                      className={styles.cell}
                      aria-label={`${kindLabel(kind)} ${money(line[kind], line.currency)}, ${periodLabel(line.period)}: show its events`}
                      onClick={() => onOpen({ kind, currency: line.currency, ...daysOf(line, within) })}
                    >
                      {money(line[kind], line.currency)}
                    </button>
                  )}
                </td>
              ))}
              <td className={ledger.amount}>{money(line.net, line.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map((sum) => (
            <tr key={sum.currency}>
              <th scope="row">All {sums.length > 1 ? sum.currency.toUpperCase() : ''}</th>
              {bookKinds.map((kind) => (
                <td key={kind} className={ledger.amount}>
                  {money(sum[kind], sum.currency)}
                </td>
              ))}
              <td className={ledger.amount}>{money(sum.net, sum.currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  )
}
