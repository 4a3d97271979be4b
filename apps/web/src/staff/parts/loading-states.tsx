import type { ReactNode } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { withMoney } from './amounts.ts'
import styles from './loading-states.module.css'

/** Placeholder lines while data loads. */
export function SkeletonLines({ what, lines = 6 }: { what: string; lines?: number }) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading {what}...
      </span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key and never move
        <Skeleton key={line} className={styles.skeletonLine ?? ''} />
      ))}
    </div>
  )
}

/** `what` is the subject of "… could not be loaded."; `title` is a full sentence. */
type TroubleProps = ({ what: string; title?: never } | { what?: never; title: string }) & {
  /** Its reason is shown if there are no children. */
  failure?: unknown
  onRetry: () => void
  children?: ReactNode
}

/** An error with a button to try again. */
export function Trouble({ what, title, failure, onRetry, children }: TroubleProps) {
  return (
    <Notice
      tone="bad"
      announce
      title={title ?? `${what} could not be loaded.`}
      actions={
        <Button size="small" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children ?? (failure === undefined || failure === null ? null : reasonOf(failure))}
    </Notice>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** The subject of the sentence "… could not be loaded." */
  what: string
  lines?: number
  children: (data: T) => ReactNode
}

/** Renders the data of a query, or placeholder lines, or its error. Data stays visible while it is refetched. */
export function Loaded<T>({ query, what, lines, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Trouble what={what} failure={query.error} onRetry={() => void query.refetch()} />
  return <SkeletonLines what={what.charAt(0).toLowerCase() + what.slice(1)} {...(lines && { lines })} />
}

/** An empty state, with what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children ? <div>{children}</div> : null}
    </div>
  )
}

/** The reason for a failed call, as a sentence that says what to do. */
export function reasonOf(failure: unknown): string {
  if (failure instanceof ApiFailure) {
    if (failure.offline) return 'The server could not be reached. Check your connection, then try again.'
    if (failure.status === 401) return 'Your session has ended. Sign in again in another tab, then try again.'
    if (failure.status === 403) return 'Your role does not include this. Ask an owner.'
  }
  return withMoney(saidByServer(failure) ?? 'Something went wrong on our side. Try again in a moment.')
}
