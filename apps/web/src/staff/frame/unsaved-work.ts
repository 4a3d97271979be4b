import { createContext, useContext } from 'react'
import type { ContentEditing } from '../content/use-content-editing.ts'
import type { Typed } from '../settings/section-form.tsx'

/** Unsaved input of a tab, kept while another tab is shown. */
export interface DraftStore<Drafts> {
  drafts: Drafts
  onDrafts: (change: (drafts: Drafts) => Drafts) => void
}

/** The unsaved work of all tabs. */
export interface UnsavedWork {
  content: ContentEditing
  settings: DraftStore<SettingsDrafts>
  /** Unsaved notes by the lead's id. */
  notes: DraftStore<Readonly<Record<string, string>>>
  /** Opens the dialog for publishing. */
  onPublish: () => void
}

/** Unsaved input of the settings by section. */
export type SettingsDrafts = Readonly<Record<string, Typed>>

export const UnsavedWorkContext = createContext<UnsavedWork | null>(null)

/** The unsaved work of all tabs. @throws Error outside of the staff screen */
export function useUnsavedWork(): UnsavedWork {
  const work = useContext(UnsavedWorkContext)
  if (work === null) throw new Error('Used outside of the staff screen')
  return work
}
