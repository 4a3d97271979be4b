import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { readAudit } from '#platform/contract/settings-contract.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { excerpt } from '../content/difference-list.tsx'
import { dateTime } from '../parts/moments.ts'
import { Views } from '../parts/views.tsx'
import { ActivityList } from './activity-list.tsx'
import styles from './audit.module.css'
import { type LogFilter, LogFilters, sameOptions, spanOf } from './log-filters.tsx'
import { LogPages } from './log-pages.tsx'
import { subjectParts } from './subject-words.ts'

/** The audit log: changes, and sign-ins with changes of accounts. */
export function AuditPanel() {
  const client = useQueryClient()
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>Audit log</h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            void Promise.all(
              ['audit', 'activity'].map((log) => client.invalidateQueries({ queryKey: ['admin', log] })),
            )
          }
        >
          Refresh
        </Button>
      </header>
      <Views
        base="/admin/operations/audit"
        label="Views of the audit log"
        views={[
          { path: 'changes', label: 'Changes', element: <ChangeList /> },
          { path: 'accounts', label: 'Sign-ins and accounts', element: <ActivityList /> },
        ]}
      />
    </div>
  )
}

const loadAudit = (filter: LogFilter, before?: number) =>
  call<typeof readAudit>('GET', '/api/audit', {
    query: {
      ...(filter.who !== '' && { by: filter.who }),
      ...(filter.what !== '' && { action: filter.what }),
      // An action that is asked for by name is shown also if it is a read.
      ...(filter.reads === '' && filter.what === '' && { reads: 'without' as const }),
      ...spanOf(filter, before),
    },
  })

/** Changes of content, pictures, leads and settings, newest first; each entry unfolds to its fields. */
function ChangeList() {
  return (
    <LogPages
      name="audit"
      load={loadAudit}
      what="The audit log"
      empty={
        <p className={styles.faint}>
          Nothing has been changed yet. Every save, publish and setting will be listed here. To see who read
          personal data, show the reads.
        </p>
      }
      filters={(filter, onFilter, newest) => (
        <LogFilters
          filter={filter}
          onFilter={onFilter}
          withReads
          who={{ label: 'Person', all: 'Everyone', options: sameOptions(newest?.people ?? []) }}
          what={{ label: 'Action', all: 'All actions', options: sameOptions(newest?.actions ?? []) }}
        />
      )}
    >
      {(entries) => (
        <ol className={styles.list}>
          {entries.map(({ id, at, by, action, subject, changed, changes }) => (
            <li key={id}>
              <time dateTime={at}>{dateTime(at)}</time>
              <div>
                <p>
                  <strong>{by}</strong> {action.charAt(0).toLowerCase()}
                  {action.slice(1)}:{' '}
                  <span className={styles.faint}>
                    {subjectParts(subject).map(({ words, to, id }) =>
                      to === undefined ? (
                        words
                      ) : (
                        <Link key={id} to={to} title={id}>
                          {words}
                        </Link>
                      ),
                    )}
                  </span>
                </p>
                {changed > 0 ? (
                  <details>
                    <summary>{changed === 1 ? '1 field' : `${changed} fields`}</summary>
                    <dl className={styles.changes}>
                      {changes.map((change) => (
                        <div key={change.path}>
                          <dt>{change.path}</dt>
                          <dd>
                            <del>{excerpt(change.before)}</del> <ins>{excerpt(change.after)}</ins>
                          </dd>
                        </div>
                      ))}
                    </dl>
                    {changed > changes.length ? (
                      <p className={styles.faint}>The other fields are in the version itself.</p>
                    ) : null}
                  </details>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
      )}
    </LogPages>
  )
}
