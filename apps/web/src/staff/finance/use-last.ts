import { useEffect, useState } from 'react'

/** The last defined value: `value` itself, or the one before it became undefined. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  useEffect(() => {
    if (value !== undefined) setLast(value)
  }, [value])
  return value ?? last
}
