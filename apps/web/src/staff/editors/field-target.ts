import { createContext, useContext, useEffect } from 'react'
import { type Pointer, stepsOf } from '../draft/pointer.ts'

/** The field that a link asked for, anew for each navigation. */
export const FieldTarget = createContext<{ pointer: Pointer } | undefined>(undefined)

/** Calls `open` with the index of the entry that holds the asked field, if it is in the list at `list`. */
export function useTargetIn(list: Pointer, open: (index: number) => void): void {
  const target = useContext(FieldTarget)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (target?.pointer.startsWith(`${list}/`)) open(Number(stepsOf(target.pointer.slice(list.length))[0]))
  }, [target])
}

/** Focuses the field at the pointer, once the lists around it have opened; the nearest one if it has none. */
export function focusField(pointer: Pointer): () => void {
  let attempts = 0
  const timer = window.setInterval(() => {
    attempts += 1
    const whole = elementAt(pointer)
    let place = pointer
    while (!elementAt(place) && place !== '') place = place.slice(0, place.lastIndexOf('/'))
    const around = whole ?? (attempts >= 5 ? elementAt(place) : null)
    // Not before a dialog that had the link has closed, which returns the focus after 225 ms.
    if (attempts < 2 || (!around && attempts < 5)) return
    window.clearInterval(timer)
    const field = around?.querySelector<HTMLElement>('input:not([hidden]), textarea, select')
    const first = field ?? around?.querySelector<HTMLElement>('button')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, 150)
  return () => window.clearInterval(timer)
}

const elementAt = (pointer: Pointer): Element | null =>
  document.querySelector(`[data-at="${CSS.escape(pointer)}"]`)
