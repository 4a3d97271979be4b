import { type Dispatch, type SetStateAction, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import type { moveSeat, remindOfSeats, revokeSeat } from '#modules/leadership/cohorts/seats/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { notify } from '../../lib/notify.ts'
import { useDates } from '../../shop/cohorts/dates.ts'
import { useOwnDates } from '../../shop/company/own-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import styles from './organization.module.css'
import { type OrganizationSeat, ofOrganizations } from './organizations.ts'

export type OpenAction = 'revoke' | 'move' | null

export interface SeatActionsProps {
  organizationId: string
  seat: OrganizationSeat
  openAction: OpenAction
  setOpenAction: Dispatch<SetStateAction<OpenAction>>
}

/** The actions that the seat's state allows; taking it back and moving it ask for confirmation. */
export function SeatActions({ organizationId, seat, openAction, setOpenAction }: SeatActionsProps) {
  const params = { id: organizationId }
  const revokeButton = useFocusBack(openAction === 'revoke')
  const moveButton = useFocusBack(openAction === 'move')
  const reminder = useAction<typeof remindOfSeats>(
    'POST',
    '/api/organizations/:id/seats/remind',
    ofOrganizations,
  )
  const revocation = useAction<typeof revokeSeat>(
    'POST',
    '/api/organizations/:id/seats/revoke',
    ofOrganizations,
  )
  async function remind(): Promise<void> {
    const reminding = reminder.mutateAsync({ params, body: { seatIds: [seat.id] } })
    await attempt(reminding, ({ reminded }) =>
      reminded > 0
        ? notify.success('Reminder sent. The link works for another 30 days.')
        : notify.info('This person received an email from us within the last hour. Please try again later.'),
    )
  }
  async function revoke(): Promise<void> {
    // Refused if the seat has changed since it was loaded.
    const { id: seatId, state, round, number } = seat
    const revoking = revocation.mutateAsync({ params, body: { seatId, state, round } })
    await attempt(revoking, () => notify.success(`Seat ${number} is free again.`))
    setOpenAction(null)
  }
  const { link, state, closing, usable, cohort, hasPlace } = seat
  if (closing || !usable) return null
  const begun = hasPlace && cohort?.begun === true
  if (openAction === 'move')
    return <MoveForm {...{ organizationId, seat }} close={() => setOpenAction(null)} />
  if (openAction === 'revoke')
    return (
      <fieldset className={styles.asking}>
        <legend>
          {state === 'claimed'
            ? `Take seat ${seat.number} back from ${seat.name ?? 'this person'}? They lose their place and are notified by email.`
            : `Take back the invitation of ${seat.email ?? 'this person'}? Its link stops working.`}
        </legend>
        <div className={styles.actions}>
          <Button size="small" busy={revocation.isPending} onClick={() => void revoke()}>
            Take it back
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={revocation.isPending}
            onClick={() => setOpenAction(null)}
          >
            Keep it
          </Button>
        </div>
      </fieldset>
    )
  const who = seat.email ?? `seat ${seat.number}`
  return (
    <div className={styles.actions}>
      {link === null ? null : (
        <>
          {link.over ? null : (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Copy link for ${who}`}
              onClick={() => {
                void navigator.clipboard
                  .writeText(link.url)
                  .then(() =>
                    notify.success(`The link for ${who} is copied. It works only with that address.`),
                  )
                  .catch(() =>
                    notify.error(
                      'Not copied: your browser does not allow it. Use Remind to send the link by email.',
                    ),
                  )
              }}
            >
              Copy link
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            busy={reminder.isPending}
            aria-label={`Remind ${who}`}
            onClick={() => void remind()}
          >
            Remind
          </Button>
        </>
      )}
      {begun ? null : (
        <Button
          ref={moveButton}
          size="small"
          variant="quiet"
          aria-label={`${hasPlace ? 'Move' : 'Choose a date for'} seat ${seat.number}`}
          onClick={() => setOpenAction('move')}
        >
          {hasPlace ? 'Move' : 'Choose a date'}
        </Button>
      )}
      {state === 'open' || (state === 'claimed' && begun) ? null : (
        <Button
          ref={revokeButton}
          size="small"
          variant="quiet"
          aria-label={`Take back seat ${seat.number}`}
          onClick={() => setOpenAction('revoke')}
        >
          Take back
        </Button>
      )}
    </div>
  )
}

interface MoveFormProps {
  organizationId: string
  seat: OrganizationSeat
  close: () => void
}

function MoveForm({ organizationId, seat, close }: MoveFormProps) {
  const dates = [...useOwnDates(organizationId), ...useDates()].filter(
    ({ id, placesLeft }) => placesLeft > 0 && (id !== seat.cohort?.id || !seat.hasPlace),
  )
  const [chosen, choose] = useState('')
  const wanted = dates.find(({ id }) => id === chosen)?.id ?? dates[0]?.id
  const moving = useAction<typeof moveSeat>('POST', '/api/organizations/:id/seats/move', ofOrganizations)
  async function move(cohortId: string): Promise<void> {
    const moved = moving.mutateAsync({ params: { id: organizationId }, body: { seatId: seat.id, cohortId } })
    await attempt(moved, () => notify.success(`Seat ${seat.number} has a new date.`))
    close()
  }
  return (
    <div className={styles.asking}>
      {dates.length === 0 ? (
        <p>No other date has places left.</p>
      ) : (
        <Select
          label={`New date for seat ${seat.number}`}
          help={seat.hasPlace ? 'A seat can be moved once, before its cohort begins.' : undefined}
          value={wanted}
          onChange={(event) => choose(event.target.value)}
        >
          {dates.map(({ id, startsOn }) => (
            <option key={id} value={id}>
              {dayInWords(startsOn)}
            </option>
          ))}
        </Select>
      )}
      <div className={styles.actions}>
        {wanted === undefined ? null : (
          <Button size="small" busy={moving.isPending} onClick={() => void move(wanted)}>
            {seat.hasPlace ? 'Move it' : 'Choose this date'}
          </Button>
        )}
        <Button size="small" variant="quiet" disabled={moving.isPending} onClick={close}>
          Keep it
        </Button>
      </div>
    </div>
  )
}
