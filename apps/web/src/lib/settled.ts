import { useEffect, useState } from 'react'

const settleMs = 250

/** The value after it has not changed for 250 ms, so that nothing is requested for what is half typed. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), settleMs)
    return () => window.clearTimeout(timer)
  }, [value])
  return settled
}
