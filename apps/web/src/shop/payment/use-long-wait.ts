import { useEffect, useState } from 'react'

/** Milliseconds after which a connection that has not said a word is taken for dead. */
export const longestWait = 25_000

/** True once `waiting` has lasted longer than people take for granted: then a page says what keeps it. */
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
