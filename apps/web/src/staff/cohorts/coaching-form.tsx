import type { bookCohortCoaching, cohortRecords } from '#modules/leadership/cohorts/contract-records.ts'
import { ordinals } from '#modules/leadership/cohorts/domain/coaching-weeks.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { Options } from '../parts/options.tsx'
import styles from './cohorts.module.css'

export type ParticipantRecord = AnswerOf<typeof cohortRecords>['participants'][number]

interface CoachingFormProps {
  cohortId: string
  participants: readonly ParticipantRecord[]
  /** The number of private sessions of the cohort. */
  sessions: number
}

/** Records the time of a private session, or its cancellation. */
export function CoachingForm({ cohortId, participants, sessions }: CoachingFormProps) {
  const booking = useAction<typeof bookCohortCoaching>('PUT', '/api/admin/cohorts/:id/coaching', [
    '/api/admin/cohorts',
  ])
  const start = { orderId: participants[0]?.orderId ?? '', session: '1', at: '' }
  const save = ({ orderId, session }: typeof start, at: string | null) =>
    booking.mutateAsync({ params: { id: cohortId }, body: { orderId, session: Number(session), at } })

  async function cancel(chosen: typeof start): Promise<void> {
    try {
      await save(chosen, null)
      notify.success('The session is cancelled.')
    } catch (failure) {
      notify.error(reasonOf(failure))
    }
  }

  return (
    <section className={styles.form} aria-labelledby="coaching-heading">
      <h4 id="coaching-heading">Private coaching</h4>
      <ActionForm
        className={styles.form}
        start={start}
        send={(chosen) => save(chosen, new Date(chosen.at).toISOString())}
        done={(chosen, reset) => {
          reset({ ...chosen, at: '' })
          notify.success('The session is recorded.')
        }}
      >
        {({ input, values }) => (
          <>
            <Select {...input('orderId', 'Participant')}>
              <Options of={participants.map((each) => [each.orderId, each.name ?? 'erased person'])} />
            </Select>
            <Select {...input('session', 'Session')}>
              <Options of={ordinals.slice(0, sessions).map((word, at) => [at + 1, word])} />
            </Select>
            <Field
              {...input('at', 'Date and time', { required: 'Date and time: enter both.' })}
              type="datetime-local"
              help="In the time zone of this computer."
            />
            <div className={styles.actions}>
              <Button type="submit" variant="secondary" busy={booking.isPending}>
                Record the session
              </Button>
              {participants
                .find(({ orderId }) => orderId === values.orderId)
                ?.coaching.some(({ session }) => session === Number(values.session)) ? (
                <Button variant="quiet" busy={booking.isPending} onClick={() => void cancel(values)}>
                  Cancel this session
                </Button>
              ) : null}
            </div>
          </>
        )}
      </ActionForm>
    </section>
  )
}
