import type { cohortMessages } from '#modules/leadership/cohorts/contract-messages.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Trouble } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import styles from './cohorts.module.css'
import { Prose } from './message-preview.tsx'

type SentMessage = AnswerOf<typeof cohortMessages>['messages'][number]

/** The mails that were sent to a cohort; renders nothing without any. */
export function SentMessages({ cohortId }: { cohortId: string }) {
  const query = useAnswer<typeof cohortMessages>('/api/admin/cohorts/:id/messages', {
    params: { id: cohortId },
  })
  if (query.isLoadingError)
    return <Trouble what="The emails" failure={query.error} onRetry={() => void query.refetch()} />
  const { messages = [] } = query.data ?? {}
  if (messages.length === 0) return null
  return (
    <section className={styles.roster} aria-label="Sent emails">
      <h4>Sent</h4>
      <ul className={styles.waiting}>
        {messages.map((message) => (
          <li key={message.id}>
            <details>
              <summary>
                {subjectOf(message)}, {dateTime(message.sentAt)}
              </summary>
              <div className={styles.form}>
                <p className={styles.effect}>
                  By {message.by}. {deliveredWords(message)}
                </p>
                {message.text === null ? null : <Prose text={message.text} />}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

const subjectOf = ({ subject }: SentMessage): string => (subject === '' ? 'Erased' : (subject ?? 'An email'))

function deliveredWords({ delivered, dropped, recipients }: SentMessage): string {
  if (recipients === 0) return 'All recipients have been erased, and so has the text.'
  const sent = delivered === recipients ? `Sent to ${recipients}.` : `Sent to ${delivered} of ${recipients}.`
  const undelivered =
    dropped === 0 ? '' : ` ${dropped} no longer had a place or an account and did not receive it.`
  const retried = delivered + dropped < recipients ? ' The others are retried for five days.' : ''
  return `${sent}${undelivered}${retried}`
}
