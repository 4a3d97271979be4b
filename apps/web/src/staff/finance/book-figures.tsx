import { money } from '../../lib/format.ts'
import { isNothing } from '../parts/amounts.ts'
import { type BookLine, bookKinds, type Figure, kindLabel, type Period } from './book-words.ts'
import styles from './books.module.css'

interface BookFiguresProps {
  sum: BookLine
  period: Period
  onOpen: (figure: Figure) => void
}

/** The sums of one currency as large figures; each opens the events that add up to it. */
export function BookFigures({ sum, period, onOpen }: BookFiguresProps) {
  const { currency } = sum
  const shown = bookKinds.filter((kind) => kind !== 'unassigned' || !isNothing(sum.unassigned))
  return (
    <dl className={styles.figures} aria-label={`Sums in ${currency.toUpperCase()}`}>
      <div className={styles.net}>
        <dt>Net</dt>
        <dd>{money(sum.net, currency)}</dd>
      </div>
      {shown.map((kind) => (
        <div key={kind}>
          <dt>{kindLabel(kind)}</dt>
          <dd>
            <button
              type="button"
              className={styles.figure}
              aria-label={`${kindLabel(kind)} ${money(sum[kind], currency)}: show its events`}
              onClick={() => onOpen({ kind, currency, ...period })}
            >
              {money(sum[kind], currency)}
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}
