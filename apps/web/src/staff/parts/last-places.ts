import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The last address in each part of a screen, so that switching parts keeps filters and open records.
 * @param shown the part that the address belongs to
 * @returns the last address by part
 */
export function useLastPlaces(shown: string | undefined): Map<string, string> {
  const { pathname, search } = useLocation()
  const places = useRef(new Map<string, string>())
  useEffect(() => {
    if (shown !== undefined) places.current.set(shown, pathname + search)
  }, [shown, pathname, search])
  return places.current
}
