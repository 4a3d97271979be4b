import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAddressState } from '../../lib/address-state.ts'
import { Button } from '../../ui/button.tsx'
import { periodProblem } from '../finance/moments.ts'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { isNarrowed, type LogFilter, logFilterForm } from './log-filters.tsx'

/** Entries per response of the server. */
const pageSize = 50

interface LogPagesProps<Page extends { entries: readonly { id: number }[] }> {
  name: 'audit' | 'activity'
  /** The newest entries of a filter, or those before the one with this id. */
  load: (filter: LogFilter, before?: number) => Promise<Page>
  /** The subject of the sentence "… could not be loaded." */
  what: string
  /** Shown in place of a log without any entries. */
  empty: ReactNode
  /** @param newest the first page; undefined until it has been loaded once */
  filters: (filter: LogFilter, onFilter: (filter: LogFilter) => void, newest: Page | undefined) => ReactNode
  children: (entries: Page['entries'][number][]) => ReactNode
}

/** A log, newest first, with filters and a button that loads older entries. */
export function LogPages<Page extends { entries: readonly { id: number }[] }>({
  name,
  load,
  what,
  empty,
  filters,
  children,
}: LogPagesProps<Page>) {
  const [filter, setFilter] = useAddressState(logFilterForm)
  const possible = periodProblem(filter.from, filter.to) === undefined
  const log = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], number | undefined>({
    queryKey: ['admin', name, filter],
    queryFn: ({ pageParam }) => load(filter, pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ entries }) => (entries.length < pageSize ? undefined : entries.at(-1)?.id),
    placeholderData: keepPreviousData,
    enabled: possible,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const entries = log.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      {filters(filter, setFilter, log.data?.pages[0])}
      {!possible ? null : log.isError ? (
        <Trouble what={what} failure={log.error} onRetry={() => void log.refetch()} />
      ) : null}
      {!possible ? null : entries === undefined ? (
        log.isPending ? (
          <SkeletonLines what="the log" />
        ) : null
      ) : entries.length > 0 ? (
        children(entries)
      ) : isNarrowed(filter) ? (
        <Empty title="No entries match.">Change or clear the filters to see others.</Empty>
      ) : (
        empty
      )}
      {possible && log.hasNextPage ? (
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
