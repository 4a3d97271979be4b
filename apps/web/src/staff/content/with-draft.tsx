import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Draft } from '../draft/draft-state.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Trouble } from '../parts/loading-states.tsx'

/** Renders its children with the loaded content, else a placeholder or the error. */
export function WithDraft({ children }: { children: (draft: Draft) => ReactNode }) {
  const { content } = useUnsavedWork()
  if (content.draft) return children(content.draft)
  if (content.problem === undefined) {
    return (
      <div aria-busy="true" className={styles.stack}>
        <span className="visually-hidden">Loading content...</span>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </div>
    )
  }
  return (
    <Trouble title={content.problem} onRetry={() => void content.reload()}>
      Nothing can be edited until it is loaded.
    </Trouble>
  )
}
