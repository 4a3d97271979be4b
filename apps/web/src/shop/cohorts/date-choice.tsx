import { useId } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import type { OpenCohort } from '../../lib/config.ts'
import styles from './cohorts.module.css'
import { labsWords, placesWords } from './date-words.ts'

export interface DateChoiceProps {
  dates: readonly OpenCohort[]
  chosen: string | undefined
  onChoose: (id: string) => void
  legend?: string
}

/** The dates on which one can start, with the places left; full ones are shown and cannot be chosen. */
export function DateChoice({ dates, chosen, onChoose, legend = 'Choose your start' }: DateChoiceProps) {
  const name = useId()
  const shown = dates.find(({ id }) => id === chosen)
  const full = dates.every(({ placesLeft }) => placesLeft <= 0)
  return (
    <fieldset className={styles.dates}>
      <legend>{legend}</legend>
      {dates.map((date) => (
        <label key={date.id} className={styles.date}>
          <input
            type="radio"
            name={name}
            value={date.id}
            checked={date.id === chosen}
            disabled={date.placesLeft <= 0}
            onChange={() => onChoose(date.id)}
          />
          <span className={styles.words}>
            <span className={styles.day}>{dayInWords(date.startsOn)}</span>
            <span className={styles.left}>{placesWords(date.placesLeft)}</span>
          </span>
        </label>
      ))}
      {shown ? <p className={styles.labs}>Live labs every week: {labsWords(shown)}.</p> : null}
      {full ? (
        <p className={styles.labs}>
          All dates are full. If you enroll now, you choose from the next dates, which are announced by email.
        </p>
      ) : null}
    </fieldset>
  )
}
