import { createContext, useContext } from 'react'
import type { ContentEditing } from '../content/use-content-editing.ts'
import type { Typed } from '../settings/section-form.tsx'
import type { SourceDrafts } from '../sources/source-draft.ts'

/** What is typed in a tool and not saved, kept while another tab is shown. */
export interface Kept<Drafts> {
  drafts: Drafts
  onDrafts: (change: (drafts: Drafts) => Drafts) => void
}

/** What is being worked on, whichever tab is shown. */
export interface UnsavedWork {
  content: ContentEditing
  settings: Kept<SettingsDrafts>
  sources: Kept<SourceDrafts>
  /** Notes of leads, by the lead's id. */
  notes: Kept<Readonly<Record<string, string>>>
  /** Asks whether to publish. */
  onPublish: () => void
}

/** What was typed in the settings, by section. */
export type SettingsDrafts = Readonly<Record<string, Typed>>

export const UnsavedWorkContext = createContext<UnsavedWork | null>(null)

/** What is being worked on. @throws Error outside of the staff screen */
export function useUnsavedWork(): UnsavedWork {
  const work = useContext(UnsavedWorkContext)
  if (work === null) throw new Error('Used outside of the staff screen')
  return work
}
