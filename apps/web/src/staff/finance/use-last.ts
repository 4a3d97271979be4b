import { useEffect, useState } from 'react'

/** The last value that was there: `value` itself, or what it was before it went. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  useEffect(() => {
    if (value !== undefined) setLast(value)
  }, [value])
  return value ?? last
}
