import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** What one screen keeps in the query of its address. */
export interface AddressForm<T> {
  read: (query: URLSearchParams) => T
  /** Every name that the screen uses; undefined, '' and [] leave a name out of the address. */
  write: (value: T) => Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Typed text goes into the address after this pause: browsers allow few changes of the address a second. */
const pauseMs = 250
/** A link that is pressed so soon after a change of the address may be drawn with the address before it. */
const redrawMs = 1_000
/** Marks navigations of this hook: only others change the value. */
const own = { own: true } as const
/** State of a link whose query is meant as it stands, also right after a change: a filter that was saved. */
export const wholeQuery = { whole: true } as const

/**
 * State of a screen that lives in its address, so that a reload, a link and Back find it again.
 * @returns the value, and a function that changes it. The address changes in place, `later` when somebody stops
 * typing; `push` makes an entry for Back, such as another page of a list.
 */
export function useAddressState<T>({
  read,
  write,
}: AddressForm<T>): [T, (next: T, how?: 'push' | 'later') => void] {
  const location = useLocation()
  const kind = useNavigationType()
  const navigate = useNavigate()
  const [value, setValue] = useState<T>(() => read(new URLSearchParams(location.search)))
  /** The last change, the query of the address before it, and the timer of one that is not in the address yet. */
  const last = useRef<{ at: number; before: string; timer?: number; put: () => void }>(undefined)
  useEffect(() => () => window.clearTimeout(last.current?.timer), [])

  // Somebody went Back, or followed a link to the same screen: the address decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    const state = location.state as Partial<typeof own & typeof wholeQuery> | null
    if (kind !== 'POP' && state?.own === true) return
    const { at, before, timer, put } = last.current ?? {}
    window.clearTimeout(timer)
    last.current = undefined
    // A record was opened right after a change, by a link with the query before it: the change comes along.
    const fresh = timer !== undefined || (at !== undefined && Date.now() - at < redrawMs)
    if (put && fresh && kind === 'PUSH' && location.search === before && state?.whole !== true) put()
    else setValue(read(new URLSearchParams(location.search)))
  }, [location.key])

  function change(next: T, how?: 'push' | 'later'): void {
    setValue(next)
    window.clearTimeout(last.current?.timer)
    const before = window.location.search
    const put = (): void => {
      last.current = { at: Date.now(), before, put }
      const query = new URLSearchParams(window.location.search)
      for (const [name, given] of Object.entries(write(next))) {
        query.delete(name)
        for (const each of [given ?? ''].flat()) if (each !== '') query.append(name, each)
      }
      const { pathname } = window.location
      void navigate({ pathname, search: query.toString() }, { replace: how !== 'push', state: own })
    }
    if (how !== 'later') put()
    else last.current = { at: Date.now(), before, timer: window.setTimeout(put, pauseMs), put }
  }
  return [value, change]
}
