import { useQuery } from '@tanstack/react-query'
import { whoIsHere } from './api.ts'

/** The role of who is here; undefined until it is known. */
export function useStaffRole(): string | undefined {
  // The admin screen keeps who is here under this key; asked again only where there is no such screen.
  const { data } = useQuery({ queryKey: ['staff'], queryFn: whoIsHere, staleTime: Number.POSITIVE_INFINITY })
  return data?.role
}

/** True when this member of staff may read streams and move money; false for those who read lists only. */
export function useMayAudit(): boolean {
  const role = useStaffRole()
  return role === 'owner' || role === 'finance'
}

/** What stands in place of a buyer's address: some may not see it, and for the others there is none any more. */
export const useNoAddressWords = (): string => (useMayAudit() ? 'not known any more' : 'not shown')
