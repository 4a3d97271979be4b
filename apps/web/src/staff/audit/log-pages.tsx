import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'

/** Entries per response of the server. */
const pageSize = 50

interface LogPagesProps<Entry> {
  name: 'audit' | 'activity'
  /** The newest entries, or those before the one with this id. */
  load: (before?: number) => Promise<{ entries: Entry[] }>
  /** The subject of the sentence "… could not be loaded." */
  what: string
  children: (entries: Entry[]) => ReactNode
}

/** A log, newest first, with a button that loads older entries. */
export function LogPages<Entry extends { id: number }>({ name, load, what, children }: LogPagesProps<Entry>) {
  const log = useInfiniteQuery({
    queryKey: ['admin', name],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }) => (entries.length < pageSize ? undefined : entries.at(-1)?.id),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  if (log.isPending) return <SkeletonLines what="the log" />
  return (
    <>
      {log.isError ? <Trouble what={what} failure={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.data === undefined ? null : children(log.data.pages.flatMap(({ entries }) => entries))}
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
