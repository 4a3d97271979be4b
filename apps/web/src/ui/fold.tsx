import { type ReactNode, useSyncExternalStore } from 'react'
import styles from './fold.module.css'

const wide = '(min-width: 768px)'

function onWidthChange(changed: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the style sheet shows the content of closed folds: in wide windows of browsers that can. */
const isAlwaysOpen = (): boolean =>
  window.matchMedia(wide).matches && CSS.supports('selector(::details-content)')

interface FoldProps {
  summary: ReactNode
  /** The summary is a number and a title: in wide windows they are in columns of a table, beside the text. */
  row?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * Content that narrow windows show as its summary, until it is opened. In wide windows and on paper it is always open: by
 * the style sheet before the page is hydrated, then for screen readers, too. The browser's search finds what is closed.
 */
export function Fold({ summary, row = false, className, children }: FoldProps) {
  const open = useSyncExternalStore(onWidthChange, isAlwaysOpen, () => false)
  return (
    <details open={open} className={[styles.fold, row && styles.row, className].filter(Boolean).join(' ')}>
      <summary tabIndex={open ? -1 : undefined}>{summary}</summary>
      {children}
    </details>
  )
}
