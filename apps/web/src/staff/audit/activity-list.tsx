import type { listActivity } from '#modules/identity/staff/contract-staff-accounts.ts'
import { call } from '../../lib/call.ts'
import { dateTime } from '../parts/moments.ts'
import { Options } from '../parts/options.tsx'
import { type Activity, activityKinds, activityWords } from './activity-words.ts'
import styles from './audit.module.css'
import { type LogFilter, LogFilters, spanOf } from './log-filters.tsx'
import { LogPages } from './log-pages.tsx'

function loadActivity(filter: LogFilter, before?: number) {
  const [account, username] = filter.who.split(':')
  return call<typeof listActivity>('GET', '/api/admin/activity', {
    query: {
      ...((account === 'staff' || account === 'customer') && { account }),
      ...(username !== undefined && { username }),
      ...(filter.what !== '' && { activity: filter.what as Activity['activity'] }),
      ...spanOf(filter, before),
    },
  })
}

/** Sign-ins, failed attempts, sign-outs and changes of accounts, newest first. */
export function ActivityList() {
  return (
    <>
      <p className={styles.faint}>
        IP addresses are kept for 90 days. Attempts that were refused by rate limits are not listed.
      </p>
      <LogPages
        name="activity"
        load={loadActivity}
        what="The log of sign-ins"
        empty={<p className={styles.faint}>Nobody has signed in yet.</p>}
        filters={(filter, onFilter, newest) => (
          <LogFilters
            filter={filter}
            onFilter={onFilter}
            who={{
              label: 'Account',
              all: 'All accounts',
              options: (
                <>
                  <option value="customer">All customers</option>
                  <option value="staff">All staff</option>
                  <Options
                    of={newest?.usernames.map((username) => [`staff:${username}`, username] as const)}
                  />
                </>
              ),
            }}
            what={{
              label: 'What happened',
              all: 'Everything',
              options: activityKinds.map(({ activity, label }) => (
                <option key={activity} value={activity}>
                  {label}
                </option>
              )),
            }}
          />
        )}
      >
        {(entries) => (
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
        )}
      </LogPages>
    </>
  )
}
