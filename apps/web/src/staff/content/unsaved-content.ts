import { useCallback, useEffect, useState } from 'react'
import { keys, local } from '../../lib/storage.ts'
import type { Tree } from '../api.ts'
import { type Draft, type DraftAction, isDirty } from '../draft/draft-state.ts'

/** Milliseconds without an edit after which the draft is kept. */
const pause = 500

/** Text of the Advanced tab that is not part of the draft, because it is not valid. */
export interface UnappliedText {
  text: string
  problem: string
  /** The pages of the draft when the text was typed: once they have changed, the text would undo that change. */
  pages: Tree['pages']
}

/** What was not saved when the screen was closed without asking, such as by a crash. */
export interface LostWork {
  by: string
  /** Milliseconds since 1970. */
  at: number
  version: number
  base: Tree
  pages: Tree['pages']
  unapplied?: Pick<UnappliedText, 'text' | 'problem'> | undefined
}

function readLost(by: string): LostWork | undefined {
  const kept = local.json(keys.unsavedContent) as Partial<LostWork> | null | undefined
  if (kept?.by !== by || !Array.isArray(kept.pages) || !Array.isArray(kept.base?.pages)) return undefined
  return typeof kept.version === 'number' && typeof kept.at === 'number' ? (kept as LostWork) : undefined
}

/** Removes what is kept of the unsaved work. */
export const forgetUnsaved = (): void => local.remove(keys.unsavedContent)

/** Keeps the unsaved work of this browser while it is edited; `lost` is what an earlier visit did not save. */
export function useLostWork(
  by: string,
  draft: Draft | undefined,
  unapplied: UnappliedText | undefined,
  dispatch: (action: DraftAction) => void,
): { lost: LostWork | undefined; restore: () => void; discard: () => void } {
  const [lost, setLost] = useState(() => readLost(by))
  useEffect(() => {
    if (!draft) return
    if (!isDirty(draft) && !unapplied) {
      if (!lost) forgetUnsaved()
      return
    }
    const timer = window.setTimeout(() => {
      const { base, version, history } = draft
      const work: LostWork = { by, at: Date.now(), version, base, pages: history.present.pages, unapplied }
      local.set(keys.unsavedContent, JSON.stringify(work))
    }, pause)
    return () => window.clearTimeout(timer)
  }, [by, draft, unapplied, lost])
  const discard = useCallback(() => setLost(undefined), [])
  return {
    lost,
    discard,
    restore: () => {
      if (lost) dispatch({ do: 'restore', ...lost })
      discard()
    },
  }
}
