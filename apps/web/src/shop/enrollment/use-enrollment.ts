import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type SignedInUser, useAuth } from '../../lib/auth.ts'
import { useHistory } from '../../lib/history.ts'
import { notify } from '../../lib/notify.ts'
import { fetchOrders, ordersFresh, ordersListKey } from '../../lib/orders.ts'
import { type Order, type Product, validateProduct } from '../api.ts'
import { accountHref, type ProductInfo } from '../program/product.ts'

export const programDetailsPath = '/certification/program-details'

/** The navigation state of the payment page; never part of its address. */
export interface PaymentState {
  product: ProductInfo
  user: SignedInUser
  confirmAgain: boolean
}

/** The navigation state that sign-up and sign-in set when they return. */
export interface ReturnState {
  signupComplete?: boolean
  user?: SignedInUser
}

export interface Enrollment {
  /** Opens the sign-up for a guest, the payment for a customer. */
  enroll: () => void
  busy: boolean
  /** The completed order of a customer who is about to buy a second time. */
  owned: Order | undefined
  /** Continues with a second purchase. */
  again: () => void
  dismiss: () => void
}

/** The steps from an Enroll button to the payment page. A click while the product is loading waits for it. */
export function useEnrollment(product: Product | undefined, loading: boolean): Enrollment {
  const auth = useAuth()
  const client = useQueryClient()
  const history = useHistory()
  const [wanted, setWanted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [owned, setOwned] = useState<Order>()
  const [resuming, setResuming] = useState(false)

  const proceed = useCallback(
    async (user: SignedInUser, fallback: string, confirmAgain: boolean) => {
      if (!product) {
        notify.error('Certification product not loaded')
        return
      }
      setBusy(true)
      try {
        const checked = await validateProduct(product)
        if (!confirmAgain) {
          const before = await completedOrder(client, checked.id)
          if (before) {
            setOwned(before)
            return
          }
        }
        const state: PaymentState = { product: infoOf(checked), user, confirmAgain }
        history.push('/payment', state)
      } catch (failure) {
        notify.error(fallback || startFailure(failure))
      } finally {
        setBusy(false)
      }
    },
    [product, history, client],
  )

  // The flag of a return from sign-up counts once: a reload must not start a payment.
  useEffect(() => {
    const { pathname, search, state } = history.location
    if (stateOf(state).signupComplete !== true) return
    setResuming(true)
    history.replace({ pathname, search }, null)
  }, [history])

  useEffect(() => {
    if (!resuming || auth.status === 'loading' || !product) return
    const timer = window.setTimeout(() => {
      setResuming(false)
      if (auth.status === 'customer') void proceed(auth.user, proceedFailed, false)
      else notify.error(proceedFailed)
    }, 500)
    return () => window.clearTimeout(timer)
  }, [resuming, auth, product, proceed])

  const start = useCallback(() => {
    if (!product && loading) setWanted(true)
    else if (!product) notify.error('Certification product not loaded')
    else if (auth.status === 'guest')
      history.push(accountHref('/signup', programDetailsPath, infoOf(product)))
    else if (auth.status === 'customer') void proceed(auth.user, '', false)
    else setWanted(true)
  }, [product, loading, auth, history, proceed])

  useEffect(() => {
    if (!wanted || loading || auth.status === 'loading') return
    setWanted(false)
    start()
  }, [wanted, loading, auth.status, start])

  return {
    enroll: start,
    busy: busy || wanted || (resuming && product !== undefined),
    owned,
    again: () => {
      setOwned(undefined)
      if (auth.status === 'customer') void proceed(auth.user, '', true)
    },
    dismiss: () => setOwned(undefined),
  }
}

/** The error's message, else a general one. */
export const startFailure = (failure: unknown): string =>
  (failure instanceof Error && failure.message) || 'Failed to start enrollment process. Please try again.'

const proceedFailed = 'Failed to proceed to payment. Please try again.'

/** The customer's own completed order of the product. If the orders cannot be loaded, none: the server checks this, too. */
async function completedOrder(client: QueryClient, productId: string): Promise<Order | undefined> {
  const orders = await client
    .fetchQuery({ queryKey: ordersListKey, queryFn: fetchOrders, staleTime: ordersFresh })
    .catch(() => [])
  // Seats that a customer bought for an organization do not enroll the customer.
  const own = orders.filter((order) => order.holdsPlace && order.organizationId === null)
  return own.find((order) => order.items.some((item) => item.productId === productId))
}

function stateOf(state: unknown): ReturnState {
  return state !== null && typeof state === 'object' ? (state as ReturnState) : {}
}

/** The five fields of a product that pages pass on. */
export function infoOf({ id, stripeProductId, name, price, currency }: Product): ProductInfo {
  return { id, stripeProductId, name, price, currency }
}
