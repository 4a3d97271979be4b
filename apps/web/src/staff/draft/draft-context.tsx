import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { optionalInEntries } from '../../lib/conform.ts'
import type { Tree } from '../api.ts'
import type { DraftAction } from './draft-state.ts'
import { type Pointer, readAt, stepsOf } from './pointer.ts'
import { problemsOf } from './tree-problems.ts'

interface Editing {
  /** Sets the value at the pointer; undefined removes it. */
  edit: (pointer: Pointer, value: unknown) => void
  /** True for viewers. */
  readOnly: boolean
  /** Whether optional parts can be added and removed; settings always have all of them. */
  removable: boolean
  /** The built-in value at the pointer, shown to visitors while nothing is stored; undefined if there is none. */
  builtIn: (pointer: Pointer) => unknown
  /** The current value at the pointer. */
  read: (pointer: Pointer) => unknown
}

const EditingContext = createContext<Editing>({
  edit: () => undefined,
  readOnly: true,
  removable: false,
  builtIn: () => undefined,
  read: () => undefined,
})
/** The whole edited value. Its readers render again with each change, even below a memo. */
const WholeContext = createContext<unknown>(undefined)
const ProblemsContext = createContext<ReadonlyMap<Pointer, string>>(new Map())

export function useEditing(): Editing {
  return useContext(EditingContext)
}

/** Reads the value at any pointer, for a field that shows another one. */
export function useReadAt(): (pointer: Pointer) => unknown {
  const whole = useContext(WholeContext)
  return (pointer) => readAt(whole, pointer)
}

/** The problem at the pointer, if any. */
export function useProblem(pointer: Pointer): string | undefined {
  return useContext(ProblemsContext).get(pointer)
}

/** The first problem at or below the pointer, and its path below it. */
export function useProblemBelow(pointer: Pointer): { said: string; below: string } | undefined {
  const problems = useContext(ProblemsContext)
  for (const [place, said] of problems)
    if (place === pointer || place.startsWith(`${pointer}/`))
      return { said, below: place.slice(pointer.length + 1) }
  return undefined
}

/** The number of problems at or below the pointer. */
export function useProblemCount(pointer: Pointer): number {
  const problems = useContext(ProblemsContext)
  let count = 0
  for (const place of problems.keys()) if (place === pointer || place.startsWith(`${pointer}/`)) count += 1
  return count
}

/** Provides a draft for editing, with stable callbacks, so that only the fields on the changed path render again. */
export function EditingProvider({
  tree,
  builtIn,
  dispatch,
  readOnly,
  children,
}: {
  tree: Tree
  builtIn: Tree
  dispatch: (action: DraftAction) => void
  readOnly: boolean
  children: ReactNode
}) {
  const now = useRef(tree)
  now.current = tree
  const editing = useMemo<Editing>(
    () => ({
      edit: (pointer, value) => dispatch({ do: 'edit', pointer, value, at: Date.now() }),
      readOnly,
      removable: true,
      builtIn: (pointer) => builtInAt(builtIn, now.current, pointer),
      read: (pointer) => readAt(now.current, pointer),
    }),
    [builtIn, dispatch, readOnly],
  )
  return (
    <EditingForm editing={editing} whole={tree} problems={useProblems(tree)}>
      {children}
    </EditingForm>
  )
}

/** Provides the editing functions and the problems to the fields below. */
export function EditingForm({
  editing,
  whole,
  problems,
  children,
}: {
  editing: Editing
  whole: unknown
  problems: ReadonlyMap<Pointer, string>
  children: ReactNode
}) {
  return (
    <EditingContext value={editing}>
      <WholeContext value={whole}>
        <ProblemsContext value={problems}>{children}</ProblemsContext>
      </WholeContext>
    </EditingContext>
  )
}

/** The problems of the tree, checked 250 ms after the last change; the map changes only when its content does. */
function useProblems(tree: Tree): ReadonlyMap<Pointer, string> {
  const [problems, setProblems] = useState<ReadonlyMap<Pointer, string>>(new Map())
  const shown = useRef('[]')
  useEffect(() => {
    const timer = window.setTimeout(() => {
      const found = problemsOf(tree)
      const words = JSON.stringify([...found])
      if (words === shown.current) return
      shown.current = words
      setProblems(found)
    }, 250)
    return () => window.clearTimeout(timer)
  }, [tree])
  return problems
}

/**
 * The built-in value for a pointer of `tree`: pages are matched by route, sections and other entries by id, else by
 * index. Undefined if there is none, and for optional fields of list entries.
 */
export function builtInAt(builtIn: unknown, tree: unknown, pointer: Pointer): unknown {
  let own = tree
  let known = builtIn
  let inFields = false
  let inEntry = false
  let byIndex = false
  for (const step of stepsOf(pointer)) {
    const entry = entryOf(own, step)
    if (inFields && Array.isArray(known)) {
      inEntry = true
      byIndex = typeof entryOf(entry, 'id') !== 'string'
    } else if (
      inEntry &&
      ((byIndex && step === 'media') || (entry === undefined && optionalInEntries.has(step)))
    )
      return undefined
    inFields ||= step === 'fields'
    known = Array.isArray(known) ? counterpart(known, entry, step) : entryOf(known, step)
    own = entry
  }
  return known
}

function entryOf(holder: unknown, step: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[step] : undefined
}

/** The entry of the list with the same route or id as `entry`; by index only if it has neither. */
function counterpart(list: readonly unknown[], entry: unknown, step: string): unknown {
  for (const name of ['route', 'id']) {
    const value = entryOf(entry, name)
    if (typeof value === 'string') return list.find((each) => entryOf(each, name) === value)
  }
  return entryOf(list, step)
}
