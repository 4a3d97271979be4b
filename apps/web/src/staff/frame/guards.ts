import { useEffect, useRef, useState } from 'react'
import { setLeaveGuard } from '../../lib/leave-guard.ts'

/** Makes the browser ask before the tab is closed or left with unsaved changes. */
export function useCloseGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

/** The index of the history entry, as the router numbers them. */
const historyIndex = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0

/**
 * With unsaved changes, Back or Forward to a page outside of the staff screen is reverted at once and `asked` is set.
 * `leave` then goes there. Leaving the document is covered by `useCloseGuard`.
 */
export function useBackGuard(active: boolean): { asked: boolean; stay: () => void; leave: () => void } {
  const [steps, setSteps] = useState(0)
  const here = useRef(0)
  const leaving = useRef(false)
  useEffect(() => {
    here.current = historyIndex()
  })
  useEffect(() => {
    if (!active) return
    // The router must not receive the event: it would render the other page and lose the unsaved changes.
    function guard(event: PopStateEvent): void {
      const steps = historyIndex() - here.current
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

/** Ctrl or Command with S, Z, Shift Z or Y. A field with its own undo keeps it. */
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
      const shortcut =
        key === 's'
          ? 'save'
          : key === 'y' || (key === 'z' && event.shiftKey)
            ? 'redo'
            : key === 'z'
              ? 'undo'
              : null
      if (!shortcut || document.querySelector('dialog[open]')) return
      const own = event.target instanceof HTMLElement && event.target.dataset.ownUndo !== undefined
      if (own && shortcut !== 'save') return
      event.preventDefault()
      // Some fields are read when they lose the focus: what was typed last belongs to a save, too.
      const field = document.activeElement
      if (field instanceof HTMLInputElement) {
        field.blur()
        field.focus()
      }
      // After React has rendered the change.
      setTimeout(() => latest.current[shortcut]())
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}
