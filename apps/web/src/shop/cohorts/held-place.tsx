import { useEffect, useRef, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { timeOrDate } from '../../lib/format.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import type { OrderPage } from '../api.ts'
import styles from './cohorts.module.css'
import { DateChoice } from './date-choice.tsx'
import { freeDate, useDates } from './dates.ts'
import { usePlace } from './use-place.ts'

/** On the payment page: the chosen date and until when the place is held, or the choice of a date. */
export function HeldPlace({ orderId, given }: { orderId: string; given: OrderPage['cohort'] }) {
  const { cohort, busy, problem, choose } = usePlace(orderId, given)
  // The order's own date is not among the dates to choose.
  const dates = useDates().filter(({ id }) => id !== cohort?.cohortId)
  const [choosing, setChoosing] = useState(false)
  const [pressed, want] = useState<string>()
  const wanted = freeDate(dates, pressed)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (choosing) list.current?.querySelector<HTMLInputElement>('input:checked, input:enabled')?.focus()
  }, [choosing])
  // The button that had the focus is removed.
  const chosen = (): void => {
    setChoosing(false)
    heading.current?.focus()
  }
  const held = useHeld(cohort)
  if (cohort === null && dates.length === 0) return null
  const open = choosing || cohort === null || cohort.cancelled
  return (
    <section className={styles.held} aria-labelledby="start-date-heading">
      <h3 ref={heading} id="start-date-heading" tabIndex={-1}>
        Your start date
      </h3>
      {cohort === null ? (
        <p>
          {wanted === undefined
            ? 'You can choose it later.'
            : 'Choose your start date. We hold your place while you pay.'}
        </p>
      ) : (
        <p>
          <strong>{dayInWords(cohort.startsOn)}</strong>
        </p>
      )}
      {cohort !== null && held && cohort.heldUntil !== null ? (
        <p role="status" className={styles.labs}>
          Your place is held until {timeOrDate(cohort.heldUntil)}.
        </p>
      ) : null}
      {cohort !== null && !held ? (
        <Notice
          tone="warn"
          announce
          title="Your place is no longer held"
          actions={
            cohort.cancelled ? null : (
              <Button variant="secondary" busy={busy} onClick={() => choose(cohort.cohortId, chosen)}>
                Hold it again
              </Button>
            )
          }
        >
          <p>
            If the last place is taken before your payment arrives, you can choose another date or get your
            money back.
          </p>
        </Notice>
      ) : null}
      <FormProblem text={problem} />
      {open ? (
        <>
          <DateChoice
            ref={list}
            full={`No ${cohort === null ? '' : 'other '}date has a place left. Once you have paid, you can choose from the next dates, which we announce by email.`}
            waitList
            dates={dates}
            chosen={wanted}
            onChoose={want}
            legend={cohort === null ? 'Start dates' : 'Other dates'}
          />
          {wanted === undefined ? null : (
            <Button variant="secondary" busy={busy} onClick={() => choose(wanted, chosen)}>
              Hold a place for this date
            </Button>
          )}
        </>
      ) : dates.length > 0 ? (
        <Button
          size="small"
          variant="quiet"
          className={styles.change ?? ''}
          onClick={() => setChoosing(true)}
        >
          Change the date
        </Button>
      ) : null}
    </section>
  )
}

/** Whether the place is held now, by the server's clock; it may expire while the page is open. */
function useHeld(cohort: OrderPage['cohort']): boolean {
  const until = cohort?.place === 'held' && cohort.heldUntil !== null ? Date.parse(cohort.heldUntil) : null
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    if (until === null) return
    // The moment at which the place becomes free for others. In a suspended tab the timer fires when the tab resumes.
    const timer = window.setTimeout(() => setNow(serverNow()), Math.max(0, until - serverNow()) + 500)
    return () => window.clearTimeout(timer)
  }, [until])
  if (cohort === null || cohort.place === 'none') return false
  return until === null || until > now
}
