import type { Content, Tree } from '../api.ts'
import { type History, record, redo, startHistory, undo } from './history.ts'
import { type Pointer, writeAt } from './pointer.ts'
import { same } from './three-way.ts'

/** What an editor works on: the version it was made from, and every step since. */
export interface Draft {
  base: Tree
  version: number
  history: History<Tree>
}

export type DraftAction =
  | { do: 'edit'; pointer: Pointer; value: unknown; at: number }
  | { do: 'undo' }
  | { do: 'redo' }
  /** The server has this tree now. Edits made while it was saving stay. */
  | { do: 'saved'; tree: Tree; version: number }
  /** Begin again with what the server has. */
  | { do: 'load'; tree: Tree; version: number }

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
    case 'load':
      return draftOf({ pages: action.tree.pages, version: action.version })
  }
}

/** True when something would be lost. */
export function isDirty({ base, history }: Draft): boolean {
  return !same(history.present.pages, base.pages)
}
