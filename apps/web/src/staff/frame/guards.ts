import { useEffect, useRef, useState } from 'react'
import { setLeaveGuard } from '../../lib/leave-guard.ts'

/** The browser asks before the tab closes or goes elsewhere while something is unsaved. */
export function useCloseGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

/** The place of an entry in the history, as the router numbers them. */
const placeInHistory = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0

/**
 * While something is unsaved, Back or Forward to a page outside of the staff screen returns at once and asks. `leave`
 * goes there after all. Another document is left to the browser's own question (`useCloseGuard`).
 */
export function useBackGuard(active: boolean): { asked: boolean; stay: () => void; leave: () => void } {
  const [steps, setSteps] = useState(0)
  const here = useRef(0)
  const leaving = useRef(false)
  useEffect(() => {
    here.current = placeInHistory()
  })
  useEffect(() => {
    if (!active) return
    // The router must not hear of it, or it would draw the other page and what is unsaved would be gone.
    function guard(event: PopStateEvent): void {
      const steps = placeInHistory() - here.current
      if (leaving.current || steps === 0 || /^\/admin(?:\/|$)/.test(window.location.pathname)) return
      event.stopImmediatePropagation()
      window.history.go(-steps)
      setSteps(steps)
    }
    setLeaveGuard(guard)
    return () => setLeaveGuard(undefined)
  }, [active])
  return {
    asked: steps !== 0,
    stay: () => setSteps(0),
    leave: () => {
      leaving.current = true
      window.history.go(steps)
    },
  }
}

interface Shortcuts {
  save: () => void
  undo: () => void
  redo: () => void
}

/** Ctrl or Command with S, Z, Shift Z or Y. A box with an undo of its own keeps it. */
export function useShortcuts(active: boolean, shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!active) return
    function press(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const wanted =
        key === 's'
          ? 'save'
          : key === 'y' || (key === 'z' && event.shiftKey)
            ? 'redo'
            : key === 'z'
              ? 'undo'
              : null
      if (!wanted || document.querySelector('dialog[open]')) return
      const own = event.target instanceof HTMLElement && event.target.dataset.ownUndo !== undefined
      if (own && wanted !== 'save') return
      event.preventDefault()
      latest.current[wanted]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}
