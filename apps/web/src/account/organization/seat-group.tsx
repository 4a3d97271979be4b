import { useId, useRef, useState } from 'react'
import type { remindOfSeats } from '#modules/leadership/cohorts/seats/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { seatsInWords, shortOrderId } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Notice } from '../../ui/surface.tsx'
import { numbersOf, splitFreeSeats } from './free-seats.ts'
import { InviteForm } from './invite-form.tsx'
import styles from './organization.module.css'
import { type OrganizationSeat, ofOrganizations } from './organizations.ts'
import { SeatRow } from './seat-row.tsx'

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
