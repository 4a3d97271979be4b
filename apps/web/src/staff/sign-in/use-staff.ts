import { useQuery, useQueryClient } from '@tanstack/react-query'
import { logOutStaff, type Staff, staffKey, verifyStaff } from '../api.ts'

interface StaffSession {
  /** Null without a session, undefined while loading. */
  staff: Staff | null | undefined
  /** The server could not be reached. */
  unreachable: boolean
  retry: () => void
  signedIn: (staff: Staff) => void
  signOut: () => Promise<void>
}

/** The session of the member of staff. */
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
    retry: () => void query.refetch(),
    signedIn: (staff) => client.setQueryData(staffKey, staff),
    signOut: async () => {
      // Clears the screen even if the server fails.
      await logOutStaff().catch(() => undefined)
      client.setQueryData(staffKey, null)
      client.removeQueries({ queryKey: ['admin'] })
    },
  }
}
