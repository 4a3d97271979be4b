import { useEffect, useState } from 'react'
import { times } from '../../lib/constants.ts'

/** True once `waiting` has lasted longer than people take for granted: then a page says what keeps it. */
export function useLongWait(waiting = true, ms: number = times.longWait): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!waiting) return
    const timer = window.setTimeout(() => setLong(true), ms)
    return () => window.clearTimeout(timer)
  }, [waiting, ms])
  return long
}
