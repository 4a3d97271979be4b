import { useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { longDate } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/surface.tsx'
import styles from './organization.module.css'
import type { OrganizationSeat } from './organizations.ts'
import { SeatActions } from './seat-actions.tsx'

/** One row of the table of seats. */
export function SeatRow({ organizationId, seat }: { organizationId: string; seat: OrganizationSeat }) {
  const [openAction, setOpenAction] = useState<'revoke' | 'move' | null>(null)
  const { tone, word } = stateOf(seat)
  return (
    <tr className={styles.row}>
      <th scope="row" data-label="Seat">
        {seat.number}
      </th>
      <td data-label="Person">
        <Badge tone={tone}>{word}</Badge>
        {seat.name === null ? null : <p>{seat.name}</p>}
        {seat.email === null ? null : <p className={styles.small}>{seat.email}</p>}
        {seat.link === null ? null : (
          <p className={styles.small}>
            {seat.link.over
              ? `The link expired on ${longDate(seat.link.until)}. Send a reminder to renew it.`
              : `The link works until ${longDate(seat.link.until)}.`}
          </p>
        )}
      </td>
      <td data-label="Date">{dateOf(seat)}</td>
      <td data-label="In the program">{progressOf(seat)}</td>
      <td className={styles.cellActions}>
        <SeatActions {...{ organizationId, seat, openAction, setOpenAction }} />
      </td>
    </tr>
  )
}

function stateOf({ state, closing, email, link }: OrganizationSeat): { tone: Tone; word: string } {
  if (closing) return { tone: 'warn', word: 'Being refunded' }
  if (state === 'claimed')
    return { tone: 'good', word: email === null ? 'Claimed, account erased' : 'Claimed' }
  if (state === 'open') return { tone: 'info', word: 'Free' }
  if (link === null) return { tone: 'warn', word: 'Address erased: take the seat back' }
  return link.over ? { tone: 'warn', word: 'Link expired' } : { tone: 'info', word: 'Invited' }
}

function dateOf({ cohort, hasPlace }: OrganizationSeat) {
  if (cohort === null) return <span className={styles.small}>No date yet</span>
  const start = dayInWords(cohort.startsOn)
  if (hasPlace) return start
  return (
    <>
      <Badge tone="warn">Needs a date</Badge>
      <p className={styles.small}>
        {cohort.cancelled ? `The cohort of ${start} is cancelled.` : `No place in the cohort of ${start}.`}
      </p>
    </>
  )
}

function progressOf({ progress, cohort }: OrganizationSeat) {
  if (progress === null) return <span className={styles.small}>Not claimed</span>
  if (cohort?.begun !== true) return <span className={styles.small}>Has not begun</span>
  const { labsAttended, assignmentsAccepted } = progress
  return (
    <>
      <p>{labsAttended} of 12 labs</p>
      <p>{assignmentsAccepted} of 13 assignments</p>
    </>
  )
}
