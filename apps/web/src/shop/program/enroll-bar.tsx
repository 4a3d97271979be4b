import type { ReactNode } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { useParticipation } from '../../lib/orders.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/surface.tsx'
import styles from './enroll-bar.module.css'

/** Price, start, places left and the Enroll button in a sticky bar at the bottom of narrow screens. */
export function EnrollBar({ price, note, action }: { price: string; note: string; action: ReactNode }) {
  return (
    <section className={styles.bar} aria-label="Enroll">
      <div className={styles.words}>
        <span className={styles.price}>{price}</span>
        <span className={styles.note}>{note}</span>
      </div>
      {action}
    </section>
  )
}

interface EnrolledNoteProps {
  /** Of the order or the claimed seat. */
  id: string
  /** Undefined without a date. */
  place: ReturnType<typeof useParticipation>
  /** The button that buys another seat. */
  again: ReactNode
}

/** For a participant, in place of what sells: when the cohort starts or ended, and the way to the participant's own page. */
export function EnrolledNote({ id, place, again }: EnrolledNoteProps) {
  return (
    <Card as="aside" className={styles.enrolled} aria-label="Your enrollment">
      <p>{place ? placeWords(place) : 'You are enrolled.'}</p>
      <ButtonLink to={`/program?order=${id}`}>Your program</ButtonLink>
      {again}
    </Card>
  )
}

function placeWords({ begun, cohort }: NonNullable<EnrolledNoteProps['place']>): string {
  const { startsOn, endsOn, timeZone } = cohort
  if (dayIn(timeZone, new Date(serverNow())) > endsOn)
    return `Your cohort ended on ${dayInWords(endsOn)}. Your certificate and your record of hours are in your program.`
  return `You are enrolled. Your cohort ${begun ? 'started' : 'starts'} ${dayInWords(startsOn)}.`
}
