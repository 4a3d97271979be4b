import { useState } from 'react'
import { Link } from 'react-router-dom'
import { finalAccount } from '#modules/leadership/domain/cohort-record.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { cohortAddress } from '../frame/addresses.ts'
import { Trouble } from '../parts/loading-states.tsx'
import styles from './cohorts.module.css'
import { useAnswer, useWaitingAssignments, type WaitingAssignment } from './records-api.ts'

/** The unanswered assignments of all cohorts; renders nothing without any. */
export function WaitingAssignments() {
  const waiting = useWaitingAssignments()
  if (waiting.isLoadingError)
    return <Trouble what="The assignments" failure={waiting.error} onRetry={() => void waiting.refetch()} />
  if (!waiting.data || waiting.data.length === 0) return null
  return (
    <section className={styles.roster} aria-labelledby="waiting-heading">
      <h3 id="waiting-heading">Assignments waiting ({waiting.data.length})</h3>
      <ul className={styles.waiting}>
        {waiting.data.map((each) => (
          <Waiting key={each.submissionId} assignment={each} />
        ))}
      </ul>
    </section>
  )
}

const titleOf = ({ number }: WaitingAssignment): string =>
  number === finalAccount ? 'Final account' : `Week ${number}`

function Waiting({ assignment }: { assignment: WaitingAssignment }) {
  const { submissionId, name, cohortId, handedInAt, text, link } = assignment
  const [words, setWords] = useState('')
  const who = name ?? 'erased person'
  const answer = useAnswer(submissionId, ({ outcome }) =>
    notify.success(`${titleOf(assignment)} of ${who}: ${outcome}.`),
  )
  const { words: refused } = problemsByInput(answer.error, () => 'words')
  const send = (outcome: 'accepted' | 'returned'): void => answer.mutate({ outcome, words })
  return (
    <li>
      <details>
        <summary>
          <bdi>{who}</bdi>, {titleOf(assignment)}, {dateTime(handedInAt)}
        </summary>
        <div className={styles.form}>
          {answer.isError && refused === undefined ? (
            <Notice tone="bad" announce>
              {saidByServer(answer.error) ?? 'Not answered. Please try again.'}
            </Notice>
          ) : null}
          {text === '' ? null : <p className={styles.text}>{text}</p>}
          {link === '' ? null : (
            <a href={link} target="_blank" rel="noreferrer noopener">
              {link}
            </a>
          )}
          <TextArea
            label="Your answer"
            help="The participant sees it. It may be empty when you accept."
            rows={3}
            maxLength={5_000}
            value={words}
            error={refused}
            onChange={(event) => setWords(event.target.value)}
          />
          <div className={styles.actions}>
            <Button size="small" busy={answer.isPending} onClick={() => send('accepted')}>
              Accept
            </Button>
            <Button size="small" variant="secondary" busy={answer.isPending} onClick={() => send('returned')}>
              Return with this answer
            </Button>
            <Link to={cohortAddress(cohortId)}>Open the cohort</Link>
          </div>
        </div>
      </details>
    </li>
  )
}
