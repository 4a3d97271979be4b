import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { excerpt } from '../content/difference-list.tsx'
import { loadAudit } from '../settings/settings-api.ts'
import { ActivityList } from './activity-list.tsx'
import styles from './audit.module.css'
import { subjectWords } from './subject-words.ts'

const views = { changes: 'Changes', activity: 'Sign-ins and accounts' } as const
type View = keyof typeof views

/** Who changed what, and what happened to accounts. */
export function AuditPanel() {
  const client = useQueryClient()
  const [view, setView] = useState<View>('changes')
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>Audit log</h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            void client.invalidateQueries({ queryKey: ['admin', view === 'changes' ? 'audit' : 'activity'] })
          }
        >
          Refresh
        </Button>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons of one choice, not fields of a form */}
      <div className={styles.views} role="group" aria-label="What to show">
        {(Object.keys(views) as View[]).map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === view ? 'primary' : 'secondary'}
            aria-pressed={each === view}
            onClick={() => setView(each)}
          >
            {views[each]}
          </Button>
        ))}
      </div>
      {view === 'changes' ? <ChangeList /> : <ActivityList />}
    </div>
  )
}

/** Changes of content, pictures, leads and settings, newest first; each entry unfolds to its fields. */
function ChangeList() {
  const log = useInfiniteQuery({
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam }) => loadAudit(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }) => (entries.length < 50 ? undefined : entries.at(-1)?.id),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <>
      {log.isError ? (
        <Notice tone="bad" title="The audit log could not be loaded." />
      ) : log.isPending ? (
        <Skeleton shape="block" />
      ) : entries.length === 0 ? (
        <p className={styles.faint}>
          Nothing has been changed yet. Every save, publish and setting will be listed here.
        </p>
      ) : (
        <ol className={styles.list}>
          {entries.map(({ id, at, by, action, subject, changed, changes }) => (
            <li key={id}>
              <time dateTime={at}>{dateTime(at)}</time>
              <div>
                <p>
                  <strong>{by}</strong> {action.charAt(0).toLowerCase()}
                  {action.slice(1)}: <span className={styles.faint}>{subjectWords(subject)}</span>
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
                      <p className={styles.faint}>The other fields stand in the version itself.</p>
                    ) : null}
                  </details>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
      )}
      {log.hasNextPage ? (
        <Button
          variant="secondary"
          size="small"
          busy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show older entries
        </Button>
      ) : null}
    </>
  )
}
