import { type RefObject, useEffect, useRef } from 'react'

/**
 * The focus returns to a button when the part of the page that it opened in its place is closed again.
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
