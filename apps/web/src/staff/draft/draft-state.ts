import type { Content, Tree } from '../api.ts'
import { type Pointer, writeAt } from './pointer.ts'
import { conflictsOf, defaultSide, mergeTrees, same } from './three-way.ts'

/** The edited content: the version it is based on, and every step since. */
export interface Draft {
  base: Tree
  version: number
  history: History<Tree>
}

export type DraftAction =
  | { do: 'edit'; pointer: Pointer; value: unknown; at: number }
  | { do: 'undo' }
  | { do: 'redo' }
  /** The server has stored this tree. Edits made during the save are kept. */
  | { do: 'saved'; tree: Tree; version: number }
  /** Replaces the draft with the server's content. */
  | { do: 'load'; tree: Tree; version: number }
  /** Goes on with work that was not saved, merged with what others have saved since. */
  | { do: 'restore'; base: Tree; version: number; pages: Tree['pages'] }

export function draftOf({ pages, version }: Pick<Content, 'pages' | 'version'>): Draft {
  const base = { pages }
  return { base, version, history: startHistory(base) }
}

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.do) {
    case 'edit': {
      const next = writeAt(draft.history.present, action.pointer, action.value)
      return { ...draft, history: record(draft.history, next, action.pointer, action.at) }
    }
    case 'undo':
      return { ...draft, history: undo(draft.history) }
    case 'redo':
      return { ...draft, history: redo(draft.history) }
    case 'saved':
      return { ...draft, base: action.tree, version: action.version }
    case 'restore':
      return restored(draft, action)
    case 'load':
      return draftOf({ pages: action.tree.pages, version: action.version })
  }
}

/** Where others and this work changed the same field, the work keeps its old base: a save then asks which to keep. */
function restored(draft: Draft, { base, version, pages }: Extract<DraftAction, { do: 'restore' }>): Draft {
  const mine = { pages }
  const overlaps = conflictsOf(base, mine, draft.base).some(({ changedBy }) => changedBy === 'both')
  if (overlaps) return { base, version, history: record(startHistory(base), mine, '', 0) }
  const merged = version === draft.version ? mine : mergeTrees(base, mine, draft.base, defaultSide)
  return { ...draft, history: record(draft.history, merged, '', 0) }
}

/** True if there are unsaved changes. */
export function isDirty({ base, history }: Draft): boolean {
  return !same(history.present.pages, base.pages)
}

/** Milliseconds: edits of one pointer within this time are one undo step. */
const typingPause = 1_000
const longest = 200

/** A value with its undo and redo steps. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The pointer and time of the last edit, so that typing one word is one step. */
  last: { pointer: string; at: number } | null
}

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], last: null }
}

/** The history after an edit at `pointer`; `at` in milliseconds. Redo steps are dropped. */
export function record<T>(history: History<T>, present: T, pointer: string, at: number): History<T> {
  if (Object.is(present, history.present)) return history
  const { last } = history
  const typing = last !== null && last.pointer === pointer && at - last.at < typingPause
  const past =
    typing && history.past.length > 0 ? history.past : [...history.past, history.present].slice(-longest)
  return { past, present, future: [], last: { pointer, at } }
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    last: null,
  }
}

export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future
  if (after === undefined) return history
  return { past: [...history.past, history.present], present: after, future, last: null }
}
