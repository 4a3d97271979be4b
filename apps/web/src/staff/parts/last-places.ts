import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Where somebody was last in each part of a screen, so that a look at another part loses no filter and no open record.
 * @param shown the part that the address names
 * @returns address by part
 */
export function useLastPlaces(shown: string | undefined): Map<string, string> {
  const { pathname, search } = useLocation()
  const places = useRef(new Map<string, string>())
  useEffect(() => {
    if (shown !== undefined) places.current.set(shown, pathname + search)
  }, [shown, pathname, search])
  return places.current
}
