import { dateTime } from '../../lib/format.ts'
import { Trouble } from '../parts/loading-states.tsx'
import styles from './cohorts.module.css'
import { Prose } from './message-preview.tsx'
import { type SentMessage, useMessages } from './messages-api.ts'

/** The mails that were written to a cohort; nothing while there is none. */
export function SentMessages({ cohortId }: { cohortId: string }) {
  const messages = useMessages(cohortId)
  if (messages.isLoadingError)
    return <Trouble what="The mails" failure={messages.error} onRetry={() => void messages.refetch()} />
  if (!messages.data || messages.data.length === 0) return null
  return (
    <section className={styles.roster} aria-label="Mails that were sent">
      <h4>Sent</h4>
      <ul className={styles.waiting}>
        {messages.data.map((message) => (
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

const subjectOf = ({ subject }: SentMessage): string => (subject === '' ? 'Erased' : (subject ?? 'A mail'))

function deliveredWords({ delivered, dropped, recipients }: SentMessage): string {
  if (recipients === 0) return 'Everybody who got it is erased, and so are its words.'
  const sent = delivered === recipients ? `Sent to ${recipients}.` : `Sent to ${delivered} of ${recipients}.`
  const gone = dropped === 0 ? '' : ` ${dropped} had no place or no account any more, and got nothing.`
  const owed = delivered + dropped < recipients ? ' The others are tried again for five days.' : ''
  return `${sent}${gone}${owed}`
}
