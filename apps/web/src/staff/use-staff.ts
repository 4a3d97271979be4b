import { useQuery, useQueryClient } from '@tanstack/react-query'
import { logOutStaff, type Staff, staffKey, verifyStaff } from './api.ts'

interface StaffSession {
  /** Null when nobody is signed in, undefined while asking. */
  staff: Staff | null | undefined
  /** Nobody could be asked. */
  unreachable: boolean
  askAgain: () => void
  signedIn: (staff: Staff) => void
  signOut: () => Promise<void>
}

/** Who is at the admin screen. */
export function useStaff(): StaffSession {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: staffKey,
    queryFn: verifyStaff,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    staff: query.data,
    unreachable: query.isError && !query.isFetching,
    askAgain: () => void query.refetch(),
    signedIn: (staff) => client.setQueryData(staffKey, staff),
    signOut: async () => {
      // Whatever the server answers, this screen forgets.
      await logOutStaff().catch(() => undefined)
      client.setQueryData(staffKey, null)
      client.removeQueries({ queryKey: ['admin'] })
    },
  }
}
