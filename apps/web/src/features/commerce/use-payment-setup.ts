import type { Stripe } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { createPaymentIntent, type Intent, type IntentRequest } from './api.ts'
import { stripeClient } from './stripe-script.ts'

export interface PaymentSetup {
  stripe: Stripe
  intent: Intent
}

/** Why there is no payment form. */
export class SetupFailure extends Error {
  /** The order that the customer owns already, when that is the reason. */
  readonly ownedOrderId: string | undefined

  constructor(message: string, ownedOrderId: string | undefined, cause: unknown) {
    super(message, { cause })
    this.name = 'SetupFailure'
    this.ownedOrderId = ownedOrderId
  }
}

/**
 * The provider's client and the payment to confirm. It is asked for once per visit of the page: the server
 * resumes the open payment, so a second tab or a reload pays the same order and never a second one.
 */
export function usePaymentSetup(request: IntentRequest | undefined) {
  const { stripeScriptUrl } = useConfig()
  const setup = useQuery<PaymentSetup, Error>({
    queryKey: ['payment-setup', request?.productId, request?.userEmail, request?.confirmAgain],
    enabled: request !== undefined,
    queryFn: async () => {
      const intent = await prepare(request)
      return { intent, stripe: await stripeClient(intent.publishableKey, stripeScriptUrl) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  // The provider's script may be a second's work: it starts while the order is being placed.
  useEffect(() => {
    if (!stripeScriptUrl || document.querySelector(`link[href="${stripeScriptUrl}"]`)) return
    const hint = document.createElement('link')
    hint.rel = 'preload'
    hint.as = 'script'
    hint.href = stripeScriptUrl
    document.head.append(hint)
  }, [stripeScriptUrl])
  return setup
}

async function prepare(request: IntentRequest | undefined): Promise<Intent> {
  if (!request) throw new SetupFailure('Missing product or user information', undefined, undefined)
  try {
    return await createPaymentIntent(request)
  } catch (failure) {
    const owned = failure instanceof ApiFailure && failure.code === 'ALREADY_ENROLLED'
    const orderId = owned && typeof failure.extra.orderId === 'string' ? failure.extra.orderId : undefined
    throw new SetupFailure(saidByServer(failure) ?? 'Failed to create payment intent', orderId, failure)
  }
}
