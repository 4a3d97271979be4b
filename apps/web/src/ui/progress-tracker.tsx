import { Check } from 'lucide-react'
import { keyed } from '../lib/keyed.ts'
import styles from './progress-tracker.module.css'

export const purchaseSteps = ['Questionnaire', 'Program Details', 'Payment', 'Confirmation'] as const

export interface ProgressTrackerProps {
  /** 1 to the number of steps; other values are clamped. */
  current: number
  labels?: readonly string[]
  /** Numbers of the steps before the current one that were skipped. They get no check mark. */
  skipped?: readonly number[]
}

/** The steps of a purchase: the completed ones have a check mark, the current one is highlighted. */
export function ProgressTracker({ current, labels = purchaseSteps, skipped = [] }: ProgressTrackerProps) {
  const step = Math.min(Math.max(Math.trunc(current), 1), labels.length)
  return (
    <nav aria-label={`Progress: step ${step} of ${labels.length}`}>
      <ol className={styles.list}>
        {keyed(labels, (label) => label).map(([key, label, index]) => {
          const isSkipped = skipped.includes(index + 1)
          const state = index + 1 === step ? 'current' : index + 1 < step && !isSkipped ? 'done' : 'ahead'
          return (
            <li
              key={key}
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
