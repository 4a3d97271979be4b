import { Fragment, lazy, type Ref, Suspense, useId, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { labsWords } from '#modules/leadership/cohorts/domain/cohort-words.ts'
import type { OpenCohort } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import styles from './cohorts.module.css'

export interface DateChoiceProps {
  dates: readonly OpenCohort[]
  chosen: string | undefined
  onChoose: (id: string) => void
  legend?: string
  /** The text shown if no date has a place left. */
  full: string
  /** Whether full dates have a button to their wait list. */
  waitList?: boolean
  ref?: Ref<HTMLFieldSetElement>
}

/** The start dates with the places left; full ones cannot be chosen. */
export function DateChoice({
  dates,
  chosen,
  onChoose,
  legend = 'Choose your start date',
  full,
  waitList = false,
  ref,
}: DateChoiceProps) {
  const name = useId()
  const shown = dates.find(({ id }) => id === chosen)
  const allFull = dates.every(({ placesLeft }) => placesLeft <= 0)
  return (
    <fieldset ref={ref} className={styles.dates}>
      <legend>{legend}</legend>
      {dates.map((date) => (
        <Fragment key={date.id}>
          <label className={styles.date}>
            <input
              type="radio"
              name={name}
              value={date.id}
              checked={date.id === chosen}
              disabled={date.placesLeft <= 0}
              onChange={() => onChoose(date.id)}
              // `onChange` does not fire for the date that is already selected, but a click on it counts as a choice.
              onClick={() => onChoose(date.id)}
            />
            <span className={styles.words}>
              <span className={styles.day}>{dayInWords(date.startsOn)}</span>
              <span className={styles.left}>{placesWords(date.placesLeft)}</span>
            </span>
          </label>
          {waitList && date.placesLeft <= 0 ? <JoinWait date={date} className={styles.wait} /> : null}
        </Fragment>
      ))}
      {shown ? <p className={styles.labs}>Live labs every week: {labsWords(shown)}.</p> : null}
      {allFull ? <p className={styles.labs}>{full}</p> : null}
    </fieldset>
  )
}

/** "4 places left" */
export function placesWords(left: number): string {
  if (left <= 0) return 'Full'
  return left === 1 ? '1 place left' : `${left} places left`
}

const WaitDialog = lazy(() => import('./wait-form.tsx').then((module) => ({ default: module.WaitDialog })))

/** The button below a full date that opens the form of its wait list. */
function JoinWait({ date, className }: { date: OpenCohort; className: string | undefined }) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className={className ?? ''}
        aria-label={`Join the wait list for ${dayInWords(date.startsOn)}`}
        onClick={() => setDialog('open')}
      >
        Join the wait list
      </Button>
      {dialog === 'never' ? null : (
        <Suspense>
          <WaitDialog open={dialog === 'open'} onClose={() => setDialog('closed')} date={date} />
        </Suspense>
      )}
    </>
  )
}
