import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Tree } from '../api.ts'
import { builtInAt } from './built-in.ts'
import type { DraftAction } from './draft-state.ts'
import { type Pointer, readAt } from './pointer.ts'
import { problemsOf } from './tree-problems.ts'

interface Editing {
  /** Puts `value` at the place; undefined removes what is there. */
  edit: (pointer: Pointer, value: unknown) => void
  /** Viewers see everything and change nothing. */
  readOnly: boolean
  /** Optional parts can be added and taken away; settings have a default for each and keep all of them. */
  removable: boolean
  /** What visitors read at the place while nothing is stored there; undefined where nothing is built in. */
  builtIn: (pointer: Pointer) => unknown
  /** What stands at the place now. */
  read: (pointer: Pointer) => unknown
}

const EditingContext = createContext<Editing>({
  edit: () => undefined,
  readOnly: true,
  removable: false,
  builtIn: () => undefined,
  read: () => undefined,
})
/** The whole that is edited, as it is drawn: who reads it is drawn again with each change, below a memo too. */
const WholeContext = createContext<unknown>(undefined)
const ProblemsContext = createContext<ReadonlyMap<Pointer, string>>(new Map())

export function useEditing(): Editing {
  return useContext(EditingContext)
}

/** What stands at each place, for a field that shows another one. */
export function useReadAt(): (pointer: Pointer) => unknown {
  const whole = useContext(WholeContext)
  return (pointer) => readAt(whole, pointer)
}

/** What is wrong at the place, if anything is. */
export function useProblem(pointer: Pointer): string | undefined {
  return useContext(ProblemsContext).get(pointer)
}

/** The first problem at or below the place, and where below it. */
export function useProblemBelow(pointer: Pointer): { said: string; below: string } | undefined {
  const problems = useContext(ProblemsContext)
  for (const [place, said] of problems)
    if (place === pointer || place.startsWith(`${pointer}/`))
      return { said, below: place.slice(pointer.length + 1) }
  return undefined
}

/** How many problems are at or below the place. */
export function useProblemCount(pointer: Pointer): number {
  const problems = useContext(ProblemsContext)
  let count = 0
  for (const place of problems.keys()) if (place === pointer || place.startsWith(`${pointer}/`)) count += 1
  return count
}

/** Makes a draft editable below: stable callbacks, so that only the fields on the changed path draw again. */
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

/** Fields below edit what `editing` says, and say what is wrong at their places. */
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

/** Checked a moment after the last key; the map changes only when what it says does. */
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
