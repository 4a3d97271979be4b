import styles from './calculator.module.css'
import { likelyPercent } from './cost-form.ts'
import type { FieldRule } from './field-rules.ts'

/** Asks whether a percentage below 1 was meant as a fraction, with a button that corrects it. */
export function LikelyPercent({
  rule,
  text,
  onUse,
}: {
  rule: FieldRule
  text: string
  onUse: (value: string) => void
}) {
  const likely = likelyPercent(rule, text)
  return (
    <div aria-live="polite">
      {likely === undefined ? null : (
        <p className={styles.likely}>
          This is read as {text.trim().replace(/\s*%$/, '')}%, which is less than 1%.{' '}
          <button type="button" onClick={() => onUse(likely)}>
            I meant {likely}%
          </button>
        </p>
      )}
    </div>
  )
}
