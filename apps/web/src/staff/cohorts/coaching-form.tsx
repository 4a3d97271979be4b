import { type FormEvent, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './cohorts.module.css'
import { ordinals } from './ordinals.ts'
import { type ParticipantRecord, useCoaching } from './records-api.ts'

export interface CoachingFormProps {
  cohortId: string
  participants: readonly ParticipantRecord[]
  /** The number of private sessions of the cohort. */
  sessions: number
}

/** Records the time of a private session, or its cancellation. */
export function CoachingForm({ cohortId, participants, sessions }: CoachingFormProps) {
  const [orderId, setOrderId] = useState(participants[0]?.orderId ?? '')
  const [session, setSession] = useState(1)
  const [at, setAt] = useState('')
  const booking = useCoaching(cohortId)
  const booked = participants
    .find((each) => each.orderId === orderId)
    ?.coaching.some((each) => each.session === session)

  function save(moment: string | null): void {
    booking.mutate(
      { orderId, session, at: moment },
      {
        onSuccess: () => {
          setAt('')
          notify.success(moment === null ? 'The session is cancelled.' : 'The session is recorded.')
        },
      },
    )
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save(new Date(at).toISOString())
      }}
    >
      <h4>Private coaching</h4>
      {booking.isError ? (
        <Notice tone="bad" announce>
          {saidByServer(booking.error) ?? 'Not saved. Please try again.'}
        </Notice>
      ) : null}
      <Select label="Participant" value={orderId} onChange={(event) => setOrderId(event.target.value)}>
        {participants.map((each) => (
          <option key={each.orderId} value={each.orderId}>
            {each.name ?? 'erased person'}
          </option>
        ))}
      </Select>
      <Select label="Session" value={session} onChange={(event) => setSession(Number(event.target.value))}>
        {ordinals.slice(0, sessions).map((word, at) => (
          <option key={word} value={at + 1}>
            {word}
          </option>
        ))}
      </Select>
      <Field
        type="datetime-local"
        label="Date and time"
        required
        value={at}
        help="In the time zone of this computer."
        onChange={(event) => setAt(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" busy={booking.isPending} disabled={at === ''}>
          Record the session
        </Button>
        {booked ? (
          <Button variant="quiet" busy={booking.isPending} onClick={() => save(null)}>
            Cancel this session
          </Button>
        ) : null}
      </div>
    </form>
  )
}
