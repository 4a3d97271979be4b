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
  /** What was typed and is not in the address yet. */
  const waiting = useRef<{ timer: number; put: () => void }>(undefined)
  /** The last change of the address, and the query before it. */
  const last = useRef<{ at: number; before: string; put: () => void }>(undefined)
  useEffect(() => () => window.clearTimeout(waiting.current?.timer), [])

  // Somebody went Back, or followed a link to the same screen: the address decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (kind !== 'POP' && (location.state as Partial<typeof own> | null)?.own === true) return
    window.clearTimeout(waiting.current?.timer)
    // A record was opened right after something was typed: that comes along.
    const stale =
      last.current && Date.now() - last.current.at < redrawMs && last.current.before === location.search
    const put = waiting.current?.put ?? (stale ? last.current?.put : undefined)
    if (put && kind === 'PUSH') put()
    else setValue(read(new URLSearchParams(location.search)))
    waiting.current = undefined
  }, [location.key])

  function change(next: T, how?: 'push' | 'later'): void {
    setValue(next)
    window.clearTimeout(waiting.current?.timer)
    const put = (): void => {
      waiting.current = undefined
      last.current = { at: Date.now(), before: window.location.search, put }
      const query = new URLSearchParams(window.location.search)
      for (const [name, given] of Object.entries(write(next))) {
        query.delete(name)
        for (const each of [given ?? ''].flat()) if (each !== '') query.append(name, each)
      }
      const { pathname } = window.location
      void navigate({ pathname, search: query.toString() }, { replace: how !== 'push', state: own })
    }
    if (how !== 'later') put()
    else waiting.current = { timer: window.setTimeout(put, pauseMs), put }
  }
  return [value, change]
}
