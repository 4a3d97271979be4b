import type { ReactNode } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { withMoney } from './amounts.ts'
import styles from './loading-states.module.css'

/** Lines that are on their way. */
export function SkeletonLines({ what, lines = 6 }: { what: string; lines?: number }) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading {what}...
      </span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have nothing else and never move
        <Skeleton key={line} className={styles.skeletonLine ?? ''} />
      ))}
    </div>
  )
}

/** `what` begins "… could not be loaded."; `title` is the whole sentence. */
type TroubleProps = ({ what: string; title?: never } | { what?: never; title: string }) & {
  /** Its reason is shown where there is no text of the screen's own. */
  failure?: unknown
  onRetry: () => void
  children?: ReactNode
}

/** What happened, what to do, and a way to try again. */
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
  /** Begins the sentence that says what could not be loaded. */
  what: string
  lines?: number
  children: (data: T) => ReactNode
}

/** What a query answered; until then lines on their way, or what failed. What is there stays while it is asked anew. */
export function Loaded<T>({ query, what, lines, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Trouble what={what} failure={query.error} onRetry={() => void query.refetch()} />
  return <SkeletonLines what={what.charAt(0).toLowerCase() + what.slice(1)} {...(lines && { lines })} />
}

/** Nothing to show, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children ? <div>{children}</div> : null}
    </div>
  )
}

/** Why a call failed, as a sentence that says what to do. */
export function reasonOf(failure: unknown): string {
  if (failure instanceof ApiFailure) {
    if (failure.offline) return 'The server could not be reached. Check your connection, then try again.'
    if (failure.status === 401) return 'Your session has ended. Sign in again in another tab, then try again.'
    if (failure.status === 403) return 'Your role does not include this. Ask an owner.'
  }
  return withMoney(saidByServer(failure) ?? 'Something went wrong on our side. Try again in a moment.')
}
