import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { forgetPerson, type SignedInUser, useAuthOnEntry, useSignedIn } from '../../lib/auth.ts'
import { useHydrating } from '../../lib/hydrating.ts'
import { notify } from '../../lib/notify.ts'
import { safeReturnTo } from '../../lib/return-to.ts'
import { validateProduct } from '../../shop/api.ts'
import { type ProductInfo, parseProductParam } from '../../shop/program/product.ts'
import type { User } from '../api.ts'

export interface Arrival {
  /** Where the address says to go back to, if it says so in a safe way. */
  returnTo: string
  /** As the address has it, for links between sign-up and sign-in. */
  given: string | null
  product: ProductInfo | null
  /** Somebody is signed in already and on the way to where the address leads. */
  passing: boolean
  /** Takes the new session over, says so, and goes back after 1.5 s. */
  arrive: (user: User | undefined, texts: ArrivalTexts) => void
}

/** What is said at once, and when the product that the address names cannot be bought after all. */
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

/** The common end of signing up and signing in. */
export function useArrival(): Arrival {
  const [asks] = useSearchParams()
  // The server paints the page once for all addresses: what the query says is drawn right after.
  const query = useHydrating() ? noQuery : asks
  const given = query.get('returnTo')
  const asked = safeReturnTo(given)
  // Back to a form that is done with would be no way on.
  const returnTo = /^\/(?:login|signup)(?![\w-])/.test(asked) ? safeReturnTo(null) : asked
  const product = parseProductParam(query.get('product'))
  const navigate = useNavigate()
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const found = useAuthOnEntry()
  const [passing, setPassing] = useState(false)

  // Only who comes here signed in: signing in on this page has its own way on.
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
      // The product is asked for again meanwhile: what the address says is not believed.
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
