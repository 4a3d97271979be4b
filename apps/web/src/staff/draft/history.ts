/** Edits to one place within this time are one step of undo. */
const typingPause = 1_000
const longest = 200

/** A value with the way back and forth. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The place and time of the last edit, so that typing one word is one step. */
  last: { pointer: string; at: number } | null
}

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], last: null }
}

/** The history after an edit at `pointer`; `at` in milliseconds. What was undone before is gone. */
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
