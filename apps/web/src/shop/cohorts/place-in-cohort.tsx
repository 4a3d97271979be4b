import { useRef, useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import styles from './cohorts.module.css'
import { DateChoice } from './date-choice.tsx'
import { freeDate, offeredDate, useDates } from './dates.ts'
import { usePlace } from './use-place.ts'

/** On the page of a paid order: the participant's cohort; the choice of one where there is none, or no place in it. */
export function PlaceInCohort({ order }: { order: OrderPage }) {
  const [offered] = useState(offeredDate)
  const dates = useDates().map((date) =>
    date.id === offered?.cohortId ? { ...date, placesLeft: Math.max(1, date.placesLeft) } : date,
  )
  const [pressed, want] = useState(offered?.cohortId)
  const wanted = freeDate(dates, pressed)
  // The button that was pressed is no longer there; the heading stays.
  const heading = useRef<HTMLHeadingElement>(null)
  const { cohort, busy, problem, choose, askForMoneyBack } = usePlace(order.id, order.cohort)
  if (cohort === null && dates.length === 0) return null
  if (cohort !== null && cohort.place !== 'none') {
    return (
      <Card as="section" className={styles.mine} aria-labelledby="cohort-heading">
        <h2 ref={heading} id="cohort-heading" tabIndex={-1}>
          Your cohort
        </h2>
        <p className={styles.start}>{dayInWords(cohort.startsOn)}</p>
        <p className={styles.labs}>Twelve weeks, to {dayInWords(cohort.endsOn)}. Your place is taken.</p>
        <div className={styles.actions}>
          <ButtonLink to={`/program?order=${order.id}`} variant="secondary" size="small">
            Open your program
          </ButtonLink>
        </div>
      </Card>
    )
  }
  return (
    <Card as="section" className={styles.mine} aria-labelledby="cohort-heading">
      <h2 ref={heading} id="cohort-heading" tabIndex={-1}>
        {cohort === null ? 'Choose your start' : 'Please choose what happens now'}
      </h2>
      {cohort === null ? <p>Your place is paid. On which day do you start?</p> : <Why cohort={cohort} />}
      {problem ? (
        <Notice tone="bad" announce>
          <p>{problem}</p>
        </Notice>
      ) : null}
      {dates.length > 0 ? (
        <DateChoice
          dates={dates}
          chosen={wanted}
          onChoose={want}
          legend="The dates"
          full="All dates are full. The next one stands here once it is fixed."
        />
      ) : (
        <p>No other date is open yet. We write to you as soon as the next one is fixed.</p>
      )}
      <div className={styles.actions}>
        {wanted === undefined ? null : (
          <Button busy={busy} onClick={() => choose(wanted, () => heading.current?.focus())}>
            Take a place on this date
          </Button>
        )}
        {cohort === null || cohort.refundAsked ? null : (
          <Button variant="secondary" busy={busy} onClick={askForMoneyBack}>
            I want my money back
          </Button>
        )}
      </div>
      {cohort?.refundAsked ? (
        <Notice tone="info" announce title="You asked for your money back">
          <p>
            We refund it in full, and confirm that by email. Until then you can still take a place on another
            date.
          </p>
        </Notice>
      ) : null}
    </Card>
  )
}

function Why({ cohort }: { cohort: NonNullable<OrderPage['cohort']> }) {
  const start = dayInWords(cohort.startsOn)
  return cohort.cancelled ? (
    <p>
      The cohort that starts on {start} is cancelled. We are sorry. Take a place on another date, or have your
      money back in full.
    </p>
  ) : (
    <p>
      Your payment arrived when the time for which your place was held was over, and the last place in the
      cohort that starts on {start} had gone. Take a place on another date, or have your money back in full.
    </p>
  )
}
