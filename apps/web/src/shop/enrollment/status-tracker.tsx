import { Check } from 'lucide-react'
import styles from '../../ui/progress-tracker.module.css'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'

export interface StatusTrackerProps {
  labels: readonly string[]
  completed: boolean
  /** Whether the questionnaire was answered; only then does its step have a check mark. */
  answered: boolean
}

/** The steps of the purchase; steps 3 and 4 are done only when the payment has arrived. */
export function StatusTracker({ labels, completed, answered }: StatusTrackerProps) {
  const skipped = answered ? [] : [1]
  if (!completed) return <ProgressTracker current={3} labels={labels} skipped={skipped} />
  const done = labels.length - skipped.length
  return (
    <nav aria-label={`Progress: ${answered ? 'all' : `${done} of`} ${labels.length} steps done`}>
      <ol className={styles.list}>
        {labels.map((label, index) =>
          skipped.includes(index + 1) ? (
            <li key={label} className={styles.step}>
              <span className={styles.mark}>{index + 1}</span>
              <span>{label}</span>
            </li>
          ) : (
            <li key={label} className={`${styles.step} ${styles.done}`}>
              <span className={styles.mark}>
                <Check aria-hidden="true" strokeWidth={2} />
              </span>
              <span>
                {label}
                <span className="visually-hidden"> (done)</span>
              </span>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
