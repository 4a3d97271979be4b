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
