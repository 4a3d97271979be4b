import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiFailure, request } from './call.ts'
import { takeSessionAnswer } from './early-session.ts'
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
/** Milliseconds that a page may take to arrive after the question that is asked when one goes to it. */
const justAsked = 5_000
const rechecked = ['/signup', '/login', '/checkout/success']

/**
 * Asks the server who this is. A browser that never signed in asks the call that always answers 200,
 * so that a first visit logs no failed request.
 */
async function verify(): Promise<SignedInUser | null> {
  const knownHere = local.get(keys.auth) !== undefined
  try {
    const ask = (path: string): Promise<unknown> => request('GET', `/api/auth/user/${path}`)
    const answer = knownHere
      ? await ask('verify')
      : await (takeSessionAnswer()?.catch(() => ask('session')) ?? ask('session'))
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

/** "AB" of Ada Byron; the first letter of the e-mail address when there is no name. */
export function initialsOf(user: SignedInUser): string {
  const letters = [user.firstName, user.lastName].map((name) => name.trim().charAt(0)).join('')
  return (letters || user.email.charAt(0)).toUpperCase()
}

/** Who is signed in. The answer is kept for five minutes and asked for once, however many components want it. */
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
 * Who is signed in as the server says now: an answer from before this page does not count. Undefined until it is
 * there, and while nobody answers.
 */
export function useAuthOnEntry(): SignedInUser | null | undefined {
  const client = useQueryClient()
  const [user, setUser] = useState<SignedInUser | null>()
  useEffect(() => {
    let left = false
    client.fetchQuery({ queryKey: authKey, queryFn: verify, staleTime: justAsked }).then(
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

/** Call after a successful sign-in or sign-up: takes the new user and tells the other tabs. */
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

/** What is kept of the person who was signed in: the next one must not see it. */
const ofPerson = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  ['orders', 'profile', 'organizations'].includes(String(queryKey[0]))

/** Throws away what the signed-in person was shown. */
export function forgetPerson(client: QueryClient): void {
  client.removeQueries({ predicate: ofPerson })
}

/** Call when the session is known to be gone (a 401, an erased account): clears the state here and in other tabs. */
export function useSignedOut(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    local.set(keys.auth, `out:${Date.now()}`)
    local.remove(keys.auth)
    client.setQueryData(authKey, null)
    forgetPerson(client)
  }, [client])
}

/** Signs the customer out, says so and goes home. */
export function useSignOut(): () => Promise<void> {
  const forget = useSignedOut()
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      await request('POST', '/api/auth/user/logout')
    } catch {
      notify.error('Logout failed. Please try again.')
      return
    }
    forget()
    notify.success('Logged out successfully')
    navigate('/')
  }, [forget, navigate])
}

/** Somebody signed in in another tab: when it is another person, what is on the screen is asked for again. */
async function followSignIn(client: QueryClient): Promise<void> {
  const before = client.getQueryData<SignedInUser | null>(authKey)
  const now = await verify().catch(() => undefined)
  if (now === undefined) return client.invalidateQueries({ queryKey: authKey })
  if (before && before.email !== now?.email) void client.resetQueries({ predicate: ofPerson })
  client.setQueryData(authKey, now)
}

/** Mounted once: follows other tabs, and asks again on the screens where the answer may have changed. */
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
      // The page itself may have asked already.
      void client.invalidateQueries({ queryKey: authKey }, { cancelRefetch: false })
  }, [client, pathname])
}
