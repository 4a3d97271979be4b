import { Link } from 'react-router-dom'
import type { answerAssignment, waitingAssignments } from '#modules/leadership/cohorts/contract-records.ts'
import { finalAccount } from '#modules/leadership/cohorts/domain/cohort-record.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { cohortAddress } from '../frame/addresses.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { Trouble } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import styles from './cohorts.module.css'

type WaitingAssignment = AnswerOf<typeof waitingAssignments>['assignments'][number]

/** The unanswered assignments of one cohort, or of all cohorts; renders nothing without any. */
export function WaitingAssignments({ cohortId }: { cohortId?: string }) {
  const query = useAnswer<typeof waitingAssignments>('/api/admin/assignments', {})
  if (query.isLoadingError)
    return <Trouble what="The assignments" failure={query.error} onRetry={() => void query.refetch()} />
  const waiting = (query.data?.assignments ?? []).filter(
    (each) => cohortId === undefined || each.cohortId === cohortId,
  )
  if (waiting.length === 0) return null
  return (
    <section className={styles.roster} aria-labelledby="waiting-heading">
      <h3 id="waiting-heading">Assignments waiting ({waiting.length})</h3>
      <ul className={styles.waiting}>
        {waiting.map((each) => (
          <Waiting key={each.submissionId} assignment={each} linked={cohortId === undefined} />
        ))}
      </ul>
    </section>
  )
}

const titleOf = ({ number }: WaitingAssignment): string =>
  number === finalAccount ? 'Final account' : `Week ${number}`

/** @param linked with a link to its cohort */
function Waiting({ assignment, linked }: { assignment: WaitingAssignment; linked: boolean }) {
  const { submissionId, name, cohortId, handedInAt, asked, text, link } = assignment
  const who = name ?? 'erased person'
  const answer = useAction<typeof answerAssignment>('POST', '/api/admin/assignments/:submissionId/answer', [
    '/api/admin/assignments',
    '/api/admin/cohorts',
  ])
  return (
    <li>
      <details>
        <summary>
          <bdi>{who}</bdi>, {titleOf(assignment)}, {dateTime(handedInAt)}
        </summary>
        <div className={styles.form}>
          {asked.assignment === '' ? null : (
            <p className={styles.effect}>
              <strong>{asked.theme}.</strong> {asked.assignment} What counts as done:{' '}
              {asked.done || 'not said'}
            </p>
          )}
          {text === '' ? null : <p className={styles.text}>{text}</p>}
          {link === '' ? null : (
            <a href={link} target="_blank" rel="noreferrer noopener">
              {link}
            </a>
          )}
          <ActionForm
            className={styles.form}
            start={{ outcome: 'accepted' as 'accepted' | 'returned', words: '' }}
            send={(body) => answer.mutateAsync({ params: { submissionId }, body })}
            done={({ outcome }) => notify.success(`${titleOf(assignment)} of ${who}: ${outcome}.`)}
          >
            {({ input, set, busy }) => (
              <>
                <TextArea
                  {...input('words', 'Your answer')}
                  help="The participant sees it. It may be empty when you accept."
                  rows={3}
                  maxLength={5_000}
                />
                <div className={styles.actions}>
                  <Button type="submit" size="small" busy={busy} onClick={() => set('outcome', 'accepted')}>
                    Accept
                  </Button>
                  <Button
                    type="submit"
                    size="small"
                    variant="secondary"
                    busy={busy}
                    onClick={() => set('outcome', 'returned')}
                  >
                    Return with this answer
                  </Button>
                  {linked ? <Link to={cohortAddress(cohortId)}>Open the cohort</Link> : null}
                </div>
              </>
            )}
          </ActionForm>
        </div>
      </details>
    </li>
  )
}
