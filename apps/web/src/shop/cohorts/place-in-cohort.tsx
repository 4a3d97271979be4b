import { useRef, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { Card, Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import styles from './cohorts.module.css'
import { DateChoice } from './date-choice.tsx'
import { freeDate, offeredDate, useDates } from './dates.ts'
import { usePlace } from './use-place.ts'

/** On the page of a paid order: the participant's cohort, or a choice of dates if the order has no place in one. */
export function PlaceInCohort({ order }: { order: OrderPage }) {
  const [offered] = useState(offeredDate)
  const dates = useDates().map((date) =>
    date.id === offered?.cohortId ? { ...date, placesLeft: Math.max(1, date.placesLeft) } : date,
  )
  const [pressed, want] = useState(offered?.cohortId)
  const wanted = freeDate(dates, pressed)
  // Gets the focus after a choice, which removes the button that had it.
  const heading = useRef<HTMLHeadingElement>(null)
  const { cohort, busy, problem, choose, requestRefund } = usePlace(order.id, order.cohort)
  if (cohort === null && dates.length === 0) return null
  if (cohort !== null && cohort.place !== 'none') {
    return (
      <Card as="section" className={styles.mine} aria-labelledby="cohort-heading">
        <h2 ref={heading} id="cohort-heading" tabIndex={-1}>
          Your cohort
        </h2>
        <p className={styles.start}>{dayInWords(cohort.startsOn)}</p>
        <p className={styles.labs}>Twelve weeks, until {dayInWords(cohort.endsOn)}. You have a place.</p>
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
        {cohort === null ? 'Choose your start date' : 'Please choose how to continue'}
      </h2>
      {cohort === null ? (
        <p>Your place is paid. When would you like to start?</p>
      ) : (
        <Reason cohort={cohort} />
      )}
      <FormProblem text={problem} />
      {dates.length > 0 ? (
        <DateChoice
          dates={dates}
          chosen={wanted}
          onChoose={want}
          legend="Start dates"
          full="All dates are full. The next one appears here once it is set."
        />
      ) : (
        <p>No other date is open yet. We will email you as soon as the next one is set.</p>
      )}
      <div className={styles.actions}>
        {wanted === undefined ? null : (
          <Button busy={busy} onClick={() => choose(wanted, () => heading.current?.focus())}>
            Choose this date
          </Button>
        )}
        {cohort === null || cohort.refundAsked ? null : (
          <Button variant="secondary" busy={busy} onClick={requestRefund}>
            Request a refund
          </Button>
        )}
      </div>
      {cohort?.refundAsked ? (
        <Notice tone="info" announce title="You have requested a refund">
          <p>
            We refund the full price and confirm it by email. Until then you can still choose another date.
          </p>
        </Notice>
      ) : null}
    </Card>
  )
}

function Reason({ cohort }: { cohort: NonNullable<OrderPage['cohort']> }) {
  const start = dayInWords(cohort.startsOn)
  return cohort.cancelled ? (
    <p>
      The cohort that starts on {start} has been cancelled. We are sorry. Choose another date, or request a
      full refund.
    </p>
  ) : (
    <p>
      Your payment arrived after we could no longer hold your place, and the last place in the cohort that
      starts on {start} was gone. Choose another date, or request a full refund.
    </p>
  )
}
