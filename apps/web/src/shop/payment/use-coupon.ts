import { useState } from 'react'
import type { previewPrice } from '#modules/commerce/pricing/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import type { Intent } from '../api.ts'

/** A code that covers the whole price, and the price with it. Nothing has been ordered with it yet. */
interface FreeOffer {
  code: string
  price: AnswerOf<typeof previewPrice>['price']
}

export interface Coupon {
  free: FreeOffer | undefined
  apply: (code: string) => Promise<string | undefined>
  /** Places the free order with the code; returns an error message if it fails. */
  enroll: () => Promise<string | undefined>
}

/**
 * The coupon code of a person's payment.
 * @param prepare requests the payment again, with a code, and shows it
 * @param enrolled called when the order is complete without a payment
 */
export function useCoupon(
  product: { id: string },
  { cohort }: Intent,
  prepare: (code: string) => Promise<Intent>,
  enrolled: (orderId: string) => void,
): Coupon {
  const [free, setFree] = useState<FreeOffer>()

  async function errorOf(work: () => Promise<void>): Promise<string | undefined> {
    try {
      await work()
      return undefined
    } catch (failure) {
      const { couponCode } = problemsByInput(failure, (path) => (path === 'couponCode' ? path : undefined))
      return couponCode ?? saidByServer(failure) ?? 'The code could not be checked. Please try again.'
    }
  }
  async function order(code: string): Promise<void> {
    const intent = await prepare(code)
    if (intent.paymentIntent === null) enrolled(intent.order.id)
  }

  return {
    free,
    apply: (code) =>
      errorOf(async () => {
        if (code === '' && free) return setFree(undefined)
        if (code !== '') {
          const { price } = await call<typeof previewPrice>('POST', '/api/prices/preview', {
            body: { productId: product.id, seats: 1, cohortId: cohort?.cohortId ?? null, couponCode: code },
          })
          // A free order needs a button of its own: entering a code must not enroll the visitor.
          if (Number(price.total) === 0) return setFree({ code, price })
        }
        await order(code)
      }),
    enroll: () => errorOf(() => order(free?.code ?? '')),
  }
}
