import { useEffect, useState } from 'react'

/** Milliseconds without an answer after which a connection counts as dead. */
export const longestWait = 25_000

/** True once `waiting` has lasted for `ms` milliseconds: then a page explains the delay. */
export function useLongWait(waiting = true, ms = 5_000): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!waiting) return
    const timer = window.setTimeout(() => setLong(true), ms)
    return () => window.clearTimeout(timer)
  }, [waiting, ms])
  return long
}
