import {
  formulaLines,
  overlapReason,
  rangeReasons,
} from '#modules/leadership/calculator/domain/explanation.ts'
import styles from './how-counted.module.css'

/** Explains the formula, the adjustment of the sum, and the range of the cost. */
export function HowCounted({ adjusted }: { adjusted: boolean }) {
  return (
    <section className={styles.how} aria-labelledby="how-title">
      <h2 id="how-title">How this is calculated</h2>
      <div className={styles.columns}>
        <ul>
          {formulaLines(adjusted).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div>
          {adjusted ? (
            <>
              <h3>Why 0.62</h3>
              <p>{overlapReason}</p>
            </>
          ) : null}
          <h3>Why a range</h3>
          {rangeReasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      </div>
    </section>
  )
}
