import type { ReactNode } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { withMoney } from './amounts.ts'
import styles from './ledger.module.css'

/** A ledger before its lines are here. */
export function LedgerSkeleton({ what, lines = 6 }: { what: string; lines?: number }) {
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

/** What happened, what to do, and a way to try again. */
export function Trouble({
  what,
  failure,
  onRetry,
}: {
  /** Ends "… could not be loaded". */
  what: string
  failure: unknown
  onRetry: () => void
}) {
  return (
    <Notice
      tone="bad"
      announce
      title={`${what} could not be loaded.`}
      actions={
        <Button size="small" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reasonOf(failure)}
    </Notice>
  )
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
    if (failure.status === 403) return 'Your role does not include this. Ask an owner for the finance role.'
  }
  return withMoney(saidByServer(failure) ?? 'Something went wrong on our side. Try again in a moment.')
}
