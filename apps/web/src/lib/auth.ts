import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ApiFailure, request } from './call.ts'
import { takeSessionAnswer } from './early-session.ts'
import { useHistory } from './history.ts'
import { notify } from './notify.ts'
import { keys, local } from './storage.ts'

export interface SignedInUser {
  firstName: string
  lastName: string
  email: string
}

export type AuthState =
  | { status: 'loading'; user: undefined }
  | { status: 'guest'; user: undefined }
  | { status: 'customer'; user: SignedInUser }

const authKey = ['auth', 'user'] as const
/** Milliseconds for which an answer counts as new on entry: navigating to a page requests one before the page has loaded. */
const entryFreshMs = 5_000
const rechecked = ['/signup', '/login', '/checkout/success']

/**
 * Requests the signed-in user. A browser that never signed in uses the endpoint that always answers 200, so that a
 * first visit logs no failed request in the console.
 */
async function verify(): Promise<SignedInUser | null> {
  const hasSignedIn = local.get(keys.auth) !== undefined
  try {
    const get = (path: string): Promise<unknown> => request('GET', `/api/auth/user/${path}`)
    const answer = hasSignedIn
      ? await get('verify')
      : await (takeSessionAnswer()?.catch(() => get('session')) ?? get('session'))
    const user = userFrom(answer)
    if (user) local.set(keys.auth, local.get(keys.auth) ?? `in:${Date.now()}`)
    return user
  } catch (failure) {
    if (failure instanceof ApiFailure) return null
    throw failure
  }
}

/** The user of a verify or session answer, or null when it names none. */
export function userFrom(answer: unknown): SignedInUser | null {
  if (answer === null || typeof answer !== 'object' || !('user' in answer)) return null
  const user = answer.user
  if (user === null || typeof user !== 'object') return null
  const { firstName, lastName, email } = user as Record<string, unknown>
  if (typeof email !== 'string') return null
  return {
    email,
    firstName: typeof firstName === 'string' ? firstName : '',
    lastName: typeof lastName === 'string' ? lastName : '',
  }
}

/** "AB" for Ada Byron; without a name, the first letter of the e-mail address. */
export function initialsOf(user: SignedInUser): string {
  const letters = [user.firstName, user.lastName].map((name) => name.trim().charAt(0)).join('')
  return (letters || user.email.charAt(0)).toUpperCase()
}

/** The signed-in user. All components share one request, whose answer is cached for five minutes. */
export function useAuth(): AuthState {
  const query = useQuery({
    queryKey: authKey,
    queryFn: verify,
    staleTime: 5 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  })
  if (query.data) return { status: 'customer', user: query.data }
  if (query.data === null || query.isError) return { status: 'guest', user: undefined }
  return { status: 'loading', user: undefined }
}

/**
 * The signed-in user, requested when the page opens: an older cached answer does not count. Undefined until the server
 * has answered.
 */
export function useAuthOnEntry(): SignedInUser | null | undefined {
  const client = useQueryClient()
  const [user, setUser] = useState<SignedInUser | null>()
  useEffect(() => {
    let left = false
    client.fetchQuery({ queryKey: authKey, queryFn: verify, staleTime: entryFreshMs }).then(
      (found) => {
        if (!left) setUser(found)
      },
      () => {},
    )
    return () => {
      left = true
    }
  }, [client])
  return user
}

/** Call after a successful sign-in or sign-up: stores the new user and notifies the other tabs. */
export function useSignedIn(): (user?: SignedInUser) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (user) => {
      local.set(keys.auth, `in:${Date.now()}`)
      if (user) client.setQueryData(authKey, user)
      else await client.invalidateQueries({ queryKey: authKey })
    },
    [client],
  )
}

/** Matches cached answers with personal data, which the next person to sign in must not see. */
const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  ['orders', 'profile', 'organizations', 'payment-setup', 'company-payment'].includes(String(queryKey[0]))

/** Removes the signed-in person's data from the cache and from the pages that show it; nothing is requested again. */
export function forgetPerson(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ predicate: isPersonal })) query.reset()
}

/** Call when the session has ended (a 401, an erased account): clears the state here and in other tabs. */
export function useSignedOut(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    local.set(keys.auth, `out:${Date.now()}`)
    local.remove(keys.auth)
    client.setQueryData(authKey, null)
    forgetPerson(client)
  }, [client])
}

/** Signs the customer out, shows a message and opens the home page. */
export function useSignOut(): () => Promise<void> {
  const forget = useSignedOut()
  const history = useHistory()
  return useCallback(async () => {
    try {
      await request('POST', '/api/auth/user/logout')
    } catch {
      notify.error('Logout failed. Please try again.')
      return
    }
    forget()
    notify.success('Logged out successfully')
    history.push('/')
  }, [forget, history])
}

/** After a sign-in in another tab: if it is another person, the personal data on the screen is requested again. */
async function followSignIn(client: QueryClient): Promise<void> {
  const before = client.getQueryData<SignedInUser | null>(authKey)
  const now = await verify().catch(() => undefined)
  if (now === undefined) return client.invalidateQueries({ queryKey: authKey })
  if (before && before.email !== now?.email) void client.resetQueries({ predicate: isPersonal })
  client.setQueryData(authKey, now)
}

/** Mounted once: follows other tabs, and requests the user again on screens where it may have changed. */
export function useAuthWatch(): void {
  const client = useQueryClient()
  const { pathname } = useLocation()
  useEffect(() => {
    function follow(event: StorageEvent): void {
      if (event.key !== keys.auth && event.key !== null) return
      if (event.newValue?.startsWith('in:')) void followSignIn(client)
      else {
        client.setQueryData(authKey, null)
        forgetPerson(client)
      }
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [client])
  useEffect(() => {
    if (rechecked.some((path) => pathname.includes(path)))
      // The page itself may have sent the request already.
      void client.invalidateQueries({ queryKey: authKey }, { cancelRefetch: false })
  }, [client, pathname])
}
