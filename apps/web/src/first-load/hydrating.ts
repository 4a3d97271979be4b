import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** True on the server, and in the browser while a server-rendered page is being hydrated. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
