import * as Radix from '@radix-ui/react-tabs'
import { type ReactNode, Suspense } from 'react'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'

export interface DeskTab {
  id: string
  label: string
  /** Has unsaved changes. */
  marked?: boolean
  /** Begins a new group in the row. */
  group?: boolean
  content: ReactNode
}

interface DeskTabsProps {
  tabs: readonly DeskTab[]
  /** The first one if not told, or if it is gone. */
  value: string | undefined
  onChange: (id: string) => void
  /** Above the panel: what keeps the other tabs from being there. */
  notice: ReactNode
  /** At the right of the panel, beside the tab of this id. */
  aside: (shown: string) => ReactNode
}

/** The tabs at the left, the panel beside them; up and down move, Home and End jump. */
export function DeskTabs({ tabs, value, onChange, notice, aside }: DeskTabsProps) {
  const known = value !== undefined && tabs.some(({ id }) => id === value)
  const shown = known ? value : notice ? '' : (tabs[0]?.id ?? '')
  const beside = aside(shown)
  return (
    <Radix.Root
      className={styles.desk}
      data-beside={beside ? '' : undefined}
      orientation="vertical"
      value={shown}
      onValueChange={onChange}
    >
      <nav className={styles.rail} aria-label="Content pages and tools">
        <Radix.List className={styles.tabs} aria-label="Content pages and tools">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              className={styles.tab}
              data-group={tab.group || undefined}
            >
              {tab.label}
              {tab.marked ? <span className={styles.dot} title="Unsaved changes" aria-hidden="true" /> : null}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </nav>
      <main className={styles.panels}>
        {notice}
        {tabs.map((tab) => (
          <Radix.Content key={tab.id} value={tab.id} className={styles.panel}>
            <Suspense fallback={<Skeleton shape="block" />}>{tab.content}</Suspense>
          </Radix.Content>
        ))}
      </main>
      {beside}
    </Radix.Root>
  )
}
