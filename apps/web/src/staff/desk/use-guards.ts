import { useEffect, useRef, useState } from 'react'

/** The browser asks before the tab closes or goes elsewhere while something is unsaved. */
export function useCloseGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

/**
 * While something is unsaved, the browser's Back stays on this page and asks. `leave` goes where Back would have
 * gone. A second history entry of the same address takes the first Back; the router draws the same page for both.
 */
export function useBackGuard(active: boolean): { asked: boolean; stay: () => void; leave: () => void } {
  const [asked, setAsked] = useState(false)
  const guarded = useRef(false)
  useEffect(() => {
    if (!active) return
    if (!guarded.current) {
      window.history.pushState(window.history.state, '')
      guarded.current = true
    }
    const back = (): void => {
      guarded.current = false
      setAsked(true)
    }
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [active])
  return {
    asked,
    stay: () => {
      setAsked(false)
      if (!guarded.current) window.history.pushState(window.history.state, '')
      guarded.current = true
    },
    leave: () => window.history.back(),
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
