import { useCallback, useEffect, useState } from 'react'
import { keys, local } from '../../lib/storage.ts'
import type { Tree } from '../api.ts'
import { type Draft, type DraftAction, isDirty } from '../draft/draft-state.ts'

/** Milliseconds without an edit after which the draft is kept. */
const pause = 500

/** The most characters that are kept: about a third of what browsers store for a site. */
const mostKept = 1_500_000

/** Text of the Advanced tab that is not part of the draft, because it is not valid. */
export interface UnappliedText {
  text: string
  problem: string
  /** The pages of the draft when the text was typed: once they have changed, the text would undo that change. */
  pages: Tree['pages']
}

/** What was not saved when the screen was closed without asking, such as by a crash. */
export interface LostWork {
  /** Milliseconds since 1970. */
  at: number
  version: number
  base: Tree
  pages: Tree['pages']
  unapplied?: Pick<UnappliedText, 'text' | 'problem'> | undefined
}

/** What is kept, by account: an account neither sees nor removes the work of another. */
function readKept(): Record<string, LostWork> {
  const kept = local.json(keys.unsavedContent)
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, LostWork>) : {}
}

function readLost(by: string): LostWork | undefined {
  const lost: Partial<LostWork> | undefined = readKept()[by]
  if (!Array.isArray(lost?.pages) || !Array.isArray(lost.base?.pages)) return undefined
  return typeof lost.version === 'number' && typeof lost.at === 'number' ? (lost as LostWork) : undefined
}

function keep(by: string, work: LostWork | undefined): void {
  const { [by]: _, ...others } = readKept()
  const text = JSON.stringify(work ? { ...others, [by]: work } : others)
  if (text === '{}') local.remove(keys.unsavedContent)
  else if (text.length <= mostKept) local.set(keys.unsavedContent, text)
}

/** Removes what is kept of the unsaved work of an account. */
export function forgetUnsaved(by: string): void {
  keep(by, undefined)
}

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
      if (!lost) forgetUnsaved(by)
      return
    }
    const timer = window.setTimeout(() => {
      const { base, version, history } = draft
      keep(by, { at: Date.now(), version, base, pages: history.present.pages, unapplied })
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
