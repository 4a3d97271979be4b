import { Check } from 'lucide-react'
import styles from './progress-tracker.module.css'

export const purchaseSteps = ['Questionnaire', 'Program Details', 'Payment', 'Confirmation'] as const

export interface ProgressTrackerProps {
  /** 1 to 4; values beyond are brought inside. */
  current: number
  labels?: readonly string[]
  /** Of the steps before the current one: those that were left out, by number. They get no check. */
  skipped?: readonly number[]
}

/** Where the buyer is: four steps, the done ones checked. */
export function ProgressTracker({ current, labels = purchaseSteps, skipped = [] }: ProgressTrackerProps) {
  const step = Math.min(Math.max(Math.trunc(current), 1), labels.length)
  return (
    <nav aria-label={`Progress: step ${step} of ${labels.length}`}>
      <ol className={styles.list}>
        {labels.map((label, index) => {
          const left = skipped.includes(index + 1)
          const state = index + 1 === step ? 'current' : index + 1 < step && !left ? 'done' : 'ahead'
          return (
            <li
              key={label}
              className={[styles.step, state === 'ahead' ? '' : styles[state]].filter(Boolean).join(' ')}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span className={styles.mark}>
                {state === 'done' ? <Check aria-hidden="true" strokeWidth={2} /> : index + 1}
              </span>
              <span>
                {label}
                {state === 'done' ? <span className="visually-hidden"> (done)</span> : null}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
