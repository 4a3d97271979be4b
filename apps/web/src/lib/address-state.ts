import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** How one screen stores its state in the query of its address. */
export interface AddressForm<T> {
  read: (query: URLSearchParams) => T
  /** Returns every query name of the screen; undefined, '' and [] remove a name from the address. */
  write: (value: T) => Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The page of a list in the query, from 1. */
export const pageIn = (query: URLSearchParams): number =>
  Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)

/** The page as `AddressForm.write` returns it: the first one is not in the address. */
export const pageText = (page: number): string => (page === 1 ? '' : String(page))

/** Milliseconds without typing before text is written to the address: browsers limit its changes per second. */
const pauseMs = 250
/** For so many milliseconds after a change of the address, a link on the screen may still contain the previous query. */
const redrawMs = 1_000
/** History state of this hook's own navigations: only other navigations change the value. */
const own = { own: true } as const
/** History state of a link whose query is complete and is never merged with a recent change, such as a saved filter. */
export const wholeQuery = { whole: true } as const

/**
 * State of a screen that is stored in its address, so that a reload, a link and Back restore it.
 * @returns the value, and a function that changes it. By default it replaces the history entry at once; `later` replaces
 * it when typing pauses; `push` adds a history entry, such as for another page of a list.
 */
export function useAddressState<T>({
  read,
  write,
}: AddressForm<T>): [T, (next: T, how?: 'push' | 'later') => void] {
  const location = useLocation()
  const kind = useNavigationType()
  const navigate = useNavigate()
  const [value, setValue] = useState<T>(() => read(new URLSearchParams(location.search)))
  /** The last change, the query before it, and the timer of a change that is not in the address yet. */
  const last = useRef<{ at: number; before: string; timer?: number; put: () => void }>(undefined)
  useEffect(() => () => window.clearTimeout(last.current?.timer), [])

  // After Back, or a link to the same screen, the address sets the value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    const state = location.state as Partial<typeof own & typeof wholeQuery> | null
    if (kind !== 'POP' && state?.own === true) return
    const { at, before, timer, put } = last.current ?? {}
    window.clearTimeout(timer)
    last.current = undefined
    // A link with the previous query was followed right after a change: the change is written to the new address.
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
    else {
      // A link that was followed meanwhile, and whose screen is not drawn yet, keeps its query.
      const putUnlessLeft = (): void => void (window.location.search === before && put())
      last.current = { at: Date.now(), before, timer: window.setTimeout(putUnlessLeft, pauseMs), put }
    }
  }
  return [value, change]
}
