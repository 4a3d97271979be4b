import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { loadActivity } from '../staff/staff-api.ts'
import { activityWords } from './activity-words.ts'
import styles from './audit.module.css'

/** Sign-ins, failed tries, sign-outs and changes of accounts, newest first. */
export function ActivityList() {
  const log = useInfiniteQuery({
    queryKey: ['admin', 'activity'],
    queryFn: ({ pageParam }) => loadActivity(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }) => (entries.length < 50 ? undefined : entries.at(-1)?.id),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  if (log.isError) return <Notice tone="bad" title="The sign-ins could not be loaded." />
  if (log.isPending) return <Skeleton shape="block" />
  const entries = log.data.pages.flatMap((page) => page.entries)
  return (
    <>
      <p className={styles.faint}>
        Addresses are kept for 90 days. Tries that the limits refused are not listed.
      </p>
      <ol className={styles.list}>
        {entries.map((entry) => {
          const { who, what } = activityWords(entry)
          return (
            <li key={entry.id}>
              <time dateTime={entry.at}>{dateTime(entry.at)}</time>
              <p>
                <strong>{who}</strong> {what}
                {entry.address === null ? null : <span className={styles.faint}>, from {entry.address}</span>}
              </p>
            </li>
          )
        })}
      </ol>
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
