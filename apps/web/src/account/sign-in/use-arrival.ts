import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useHydrating } from '../../first-load/hydrating.ts'
import { forgetPerson, type SignedInUser, useAuthOnEntry, useSignedIn } from '../../lib/auth.ts'
import { notify } from '../../lib/notify.ts'
import { safeReturnTo } from '../../lib/return-to.ts'
import { validateProduct } from '../../shop/api.ts'
import { type ProductInfo, parseProductParam } from '../../shop/program/product.ts'
import type { User } from '../api.ts'

export interface Arrival {
  /** The path to return to, from the address if it is safe. */
  returnTo: string
  /** The unchecked parameter of the address, for links between sign-up and sign-in. */
  given: string | null
  product: ProductInfo | null
  /** The visitor was signed in already and is being redirected. */
  passing: boolean
  /** Stores the new session, shows a message, and returns after 1.5 s. */
  arrive: (user: User | undefined, texts: ArrivalTexts) => void
}

/** The messages for success, and for a product of the address that cannot be bought. */
export interface ArrivalTexts {
  success: string
  unsound: string
}

export const signInTexts: ArrivalTexts = {
  success: 'Logged in successfully! Redirecting...',
  unsound: 'You are signed in, but checkout failed. Please try again.',
}

export const verifiedTexts: ArrivalTexts = {
  success: 'Account created and verified! Redirecting...',
  unsound: 'Verification successful, but checkout failed. Please try again.',
}

const noQuery = new URLSearchParams()

/** The common last step of signing up and signing in. */
export function useArrival(): Arrival {
  const [search] = useSearchParams()
  // The server renders the page without the query, which is applied right after hydration.
  const query = useHydrating() ? noQuery : search
  const given = query.get('returnTo')
  const requested = safeReturnTo(given)
  // Returning to a completed form would be a dead end.
  const returnTo = /^\/(?:login|signup)(?![\w-])/.test(requested) ? safeReturnTo(null) : requested
  const product = parseProductParam(query.get('product'))
  const navigate = useNavigate()
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const found = useAuthOnEntry()
  const [passing, setPassing] = useState(false)

  // Only for a visitor who arrives signed in; signing in on this page calls `arrive`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the answer
  useEffect(() => {
    if (!found || timer.current !== undefined) return
    setPassing(true)
    notify.info('You are already signed in.', { toastId: 'signed-in' })
    navigate(returnTo, {
      replace: true,
      state: { signupComplete: product !== null, user: plain(found), productInfo: product },
    })
  }, [found])

  const arrive = useCallback(
    (user: User | undefined, { success, unsound }: ArrivalTexts) => {
      forgetPerson(client)
      void signedIn(user)
      notify.success(success, { toastId: 'arrived' })
      // Meanwhile the product is checked with the server, because the address is not trusted.
      const checked = product
        ? validateProduct(product).then(
            () => true,
            () => false,
          )
        : Promise.resolve(true)
      timer.current = window.setTimeout(async () => {
        const sound = await checked
        // "Redirecting..." is over here.
        notify.dismiss('arrived')
        if (!sound) notify.error(unsound)
        navigate(returnTo, {
          replace: true,
          state: { signupComplete: sound, user: plain(user), productInfo: product },
        })
      }, 1_500)
    },
    [client, signedIn, navigate, product, returnTo],
  )
  return { returnTo, given, product, passing, arrive }
}

function plain(user: SignedInUser | undefined) {
  return user && { firstName: user.firstName, lastName: user.lastName, email: user.email }
}
