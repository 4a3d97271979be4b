import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  tabs: readonly Tab[]
  /** The name of the tab list, for screen readers. */
  label: string
  value?: string
  onChange?: (id: string) => void
}

/** A row of tabs with keyboard control: arrows, Home and End. Only the shown panel is mounted. */
export function Tabs({ tabs, label, value, onChange }: TabsProps) {
  const first = tabs[0]?.id ?? ''
  const state = value === undefined ? { defaultValue: first } : { value }
  return (
    <Radix.Root {...state} {...(onChange && { onValueChange: onChange })}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={styles.panel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
