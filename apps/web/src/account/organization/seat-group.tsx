import { useId, useRef, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import type { remindOfSeats } from '#modules/leadership/cohorts/seats/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { longDate, seatsInWords, shortOrderId } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Card, Notice, type Tone } from '../../ui/surface.tsx'
import { numbersOf, splitFreeSeats } from './free-seats.ts'
import { InviteForm } from './invite-form.tsx'
import styles from './organization.module.css'
import { type OrganizationSeat, ofOrganizations } from './organizations.ts'
import { SeatActions } from './seat-actions.tsx'

export interface SeatGroupProps {
  organizationId: string
  orderId: string
  seats: readonly OrganizationSeat[]
}

/** The seats of one order, and the actions for all of them at once. */
export function SeatGroup({ organizationId, orderId, seats }: SeatGroupProps) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [inviting, setInviting] = useState(false)
  const [showsFree, setShowsFree] = useState(false)
  const opener = useFocusBack(inviting)
  const count = (state: OrganizationSeat['state']): number =>
    seats.filter((seat) => seat.state === state).length
  const free = seats.filter(({ state, closing }) => state === 'open' && !closing).length
  const waiting = seats.filter(({ link, closing }) => link !== null && !closing)
  const usable = seats.every((seat) => seat.usable)
  const { shown, rest } = showsFree ? { shown: seats, rest: [] } : splitFreeSeats(seats)
  const reminder = useAction<typeof remindOfSeats>(
    'POST',
    '/api/organizations/:id/seats/remind',
    ofOrganizations,
  )
  const remind = (): Promise<void> =>
    attempt(
      reminder.mutateAsync({
        params: { id: organizationId },
        body: { seatIds: waiting.map(({ id }) => id) },
      }),
      ({ reminded }) =>
        reminded === 0
          ? notify.info('All of them received an email from us within the last hour. Please try again later.')
          : notify.success(`Reminder sent to ${reminded === 1 ? 'one person' : `${reminded} people`}.`),
    )
  return (
    <Card as="section" className={styles.group} aria-labelledby={heading}>
      <div className={styles.groupHead}>
        <div>
          <h3 ref={title} id={heading} tabIndex={-1}>
            {seatsInWords(seats.length)} of order {shortOrderId(orderId)}
          </h3>
          <p className={styles.note}>
            {count('claimed')} claimed, {count('invited')} invited, {free} free.
          </p>
        </div>
        {usable ? (
          <div className={styles.actions}>
            {free > 0 && !inviting ? (
              <Button ref={opener} size="small" onClick={() => setInviting(true)}>
                Invite people
              </Button>
            ) : null}
            {waiting.length > 0 ? (
              <Button
                size="small"
                variant="secondary"
                busy={reminder.isPending}
                busyText="Reminding..."
                onClick={() => void remind()}
              >
                Remind everyone who has not claimed
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {usable ? null : (
        <Notice tone="info">
          <p>You can invite people once this order is paid, or once we release it.</p>
        </Notice>
      )}
      {inviting ? (
        <InviteForm
          {...{ organizationId, orderId, seats, free }}
          close={() => {
            setInviting(false)
            title.current?.focus()
          }}
        />
      ) : null}
      {shown.length === 0 ? null : (
        <table className={styles.table}>
          <caption className="visually-hidden">Seats of order {shortOrderId(orderId)}</caption>
          <thead>
            <tr>
              <th scope="col">Seat</th>
              <th scope="col">Person</th>
              <th scope="col">Date</th>
              <th scope="col">In the program</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((seat) => (
              <SeatRow key={seat.id} organizationId={organizationId} seat={seat} />
            ))}
          </tbody>
        </table>
      )}
      {rest.length === 0 ? null : (
        <div className={styles.actions}>
          <p className={styles.note}>Nobody is invited to {numbersOf(rest)}.</p>
          <Button size="small" variant="quiet" onClick={() => setShowsFree(true)}>
            Show these {rest.length} seats
          </Button>
        </div>
      )}
    </Card>
  )
}

/** One row of the table of seats. */
function SeatRow({ organizationId, seat }: { organizationId: string; seat: OrganizationSeat }) {
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

function progressOf({ state, progress, cohort }: OrganizationSeat) {
  if (progress === null)
    return <span className={styles.small}>{state === 'claimed' ? 'Not shared' : 'Not claimed'}</span>
  if (cohort?.begun !== true) return <span className={styles.small}>Has not begun</span>
  const { labsAttended, assignmentsAccepted } = progress
  return (
    <>
      <p>{labsAttended} of 12 labs</p>
      <p>{assignmentsAccepted} of 13 assignments</p>
    </>
  )
}
