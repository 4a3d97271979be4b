import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { financeKeys } from './keys.ts'

/** State that outlives its panel, so a look at another tab loses no filter; forgotten at sign-out and never stored. */
export function useRemembered<T>(what: string, initial: T): [T, (value: T) => void] {
  const client = useQueryClient()
  const key = financeKeys.remembered(what)
  const [value, setValue] = useState<T>(() => {
    const kept = client.getQueryData<T>(key)
    return kept === undefined ? initial : kept
  })
  return [
    value,
    (next) => {
      client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData(key, next)
      setValue(next)
    },
  ]
}
