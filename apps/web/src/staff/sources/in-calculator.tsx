import { researchFactors } from '#modules/leadership/domain/factors.ts'
import { percent } from '../../lib/format.ts'
import styles from './sources.module.css'
import { offered, type Saved, type Source, valueInWords } from './sources-api.ts'

const nth = (place: number): string => ['first', 'second', 'third'][place] ?? `number ${place + 1}`

/** The effect of a source in the calculator: its position among the sources of each field, and its value. */
export function InCalculator({ entry, others }: { entry: Saved; others: readonly Source[] }) {
  return (
    <section className={styles.effect} aria-label="In the calculator">
      <h4>In the calculator</h4>
      <ul>
        {entry.factors.map(({ factor_key: key, value }) => {
          const row = offered<Saved | Source>([...others, entry], key)
          return (
            <li key={key}>
              {researchFactors[key].label}: offered {nth(row.indexOf(entry))} of {row.length}, at{' '}
              {percent(entry.confidence_score, 0)} confidence, and fills in{' '}
              <strong>{valueInWords(key, value)}</strong>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
