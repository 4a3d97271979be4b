import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

export type StaffRole = 'owner' | 'editor' | 'finance' | 'viewer'

export interface StaffUser {
  username: string
  role: StaffRole
}

export const staffKey = ['staff'] as const

/** The member of staff of an answer, or null. */
export function staffFrom(answer: unknown): StaffUser | null {
  if (answer === null || typeof answer !== 'object' || !('user' in answer)) return null
  const user = answer.user
  if (user === null || typeof user !== 'object' || !('username' in user) || !('role' in user)) return null
  return { username: String(user.username), role: user.role as StaffRole }
}

/** Who is signed in to the admin screen; null when nobody is. */
export function useStaff(): {
  staff: StaffUser | null | undefined
  signedIn: (user: StaffUser) => void
  signOut: () => Promise<void>
} {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: staffKey,
    queryFn: () => request('GET', '/api/auth/verify').then(staffFrom, () => null),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    staff: query.data,
    signedIn: (user) => client.setQueryData(staffKey, user),
    signOut: async () => {
      await request('POST', '/api/auth/logout').catch(() => undefined)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'admin' })
      client.setQueryData(staffKey, null)
    },
  }
}
