import { dateTime } from '../../lib/format.ts'
import { loadActivity } from '../staff/staff-api.ts'
import { activityWords } from './activity-words.ts'
import styles from './audit.module.css'
import { LogPages } from './log-pages.tsx'

/** Sign-ins, failed attempts, sign-outs and changes of accounts, newest first. */
export function ActivityList() {
  return (
    <LogPages name="activity" load={loadActivity} what="The log of sign-ins">
      {(entries) => (
        <>
          <p className={styles.faint}>
            IP addresses are kept for 90 days. Attempts that were refused by rate limits are not listed.
          </p>
          <ol className={styles.list}>
            {entries.map((entry) => {
              const { who, what } = activityWords(entry)
              return (
                <li key={entry.id}>
                  <time dateTime={entry.at}>{dateTime(entry.at)}</time>
                  <p>
                    <strong>{who}</strong> {what}
                    {entry.address === null ? null : (
                      <span className={styles.faint}>, from {entry.address}</span>
                    )}
                  </p>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </LogPages>
  )
}
