import { useQuery } from '@tanstack/react-query'
import { whoIsHere } from './api.ts'

/** True when this member of staff may read streams and move money; false for those who read lists only. */
export function useMayAudit(): boolean {
  // The admin screen keeps who is here under this key; asked again only where there is no such screen.
  const { data } = useQuery({ queryKey: ['staff'], queryFn: whoIsHere, staleTime: Number.POSITIVE_INFINITY })
  return data?.role === 'owner' || data?.role === 'finance'
}
