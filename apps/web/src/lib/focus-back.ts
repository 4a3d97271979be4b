import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus back to a button when the content that the button opened in its place is closed.
 * @returns the ref of the button
 */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return button
}
