import type { Stripe } from '@stripe/stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import {
  createPaymentIntent,
  forgetOrders,
  type Intent,
  type IntentRequest,
  type RequestedDate,
} from '../api.ts'
import { forgetDate, keepDate, refreshDates, requestedDate } from '../cohorts/dates.ts'
import { stripeClient } from './stripe-script.ts'

export interface PaymentSetup {
  stripe: Stripe
  intent: Intent
}

/** Why there is no payment form: already enrolled (`owned`), a payment `under-way` or `under-review`, session `expired`, the date has no place (`date-gone`), or `failed`. */
export type SetupReason = 'owned' | 'under-way' | 'under-review' | 'expired' | 'date-gone' | 'failed'

export class SetupFailure extends Error {
  readonly reason: SetupReason
  /** The order, for the first three reasons. */
  readonly orderId: string | undefined

  constructor(message: string, reason: SetupReason, orderId?: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SetupFailure'
    this.reason = reason
    this.orderId = orderId
  }
}

/**
 * Stripe's client and the payment to confirm. It is requested once per visit of the page. The server resumes the open
 * payment, so a second tab or a reload pays the same order and never a second one.
 */
export function usePaymentSetup(request: IntentRequest | undefined) {
  const { stripeScriptUrl, cohorts } = useConfig()
  const client = useQueryClient()
  const queryKey = ['payment-setup', request?.productId, request?.userEmail, request?.confirmAgain]
  const setup = useQuery<PaymentSetup, Error>({
    queryKey,
    enabled: request !== undefined,
    queryFn: async () => {
      const date = requestedDate()
      const intent = await prepare(request, date).catch((failure: unknown) => {
        if (failure instanceof SetupFailure && failure.reason === 'date-gone') {
          // Otherwise the next attempt would request the same date.
          forgetDate()
          refreshDates(client, cohorts, date.cohortId ?? date.preferredCohortId)
        }
        throw failure
      })
      // The order has its date now: the stored choice must not move an order again.
      if (intent.cohort) {
        keepDate(intent.cohort.cohortId, false)
        refreshDates(client, cohorts)
      }
      // The order is in the customer's list from now on, paid or not.
      void forgetOrders(client)
      return { intent, stripe: await stripeClient(intent.publishableKey, stripeScriptUrl) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  // Loading Stripe's script may take a second, so it starts while the order is being placed.
  useEffect(() => {
    if (!stripeScriptUrl || document.querySelector(`link[href="${stripeScriptUrl}"]`)) return
    const hint = document.createElement('link')
    hint.rel = 'preload'
    hint.as = 'script'
    hint.href = stripeScriptUrl
    document.head.append(hint)
  }, [stripeScriptUrl])
  /**
   * Requests the payment again with a code, and shows it.
   * @throws ApiFailure; the shown payment then stays
   */
  async function withCode(couponCode: string): Promise<Intent> {
    if (!request) throw new SetupFailure('Missing product or user information', 'failed')
    const intent = await createPaymentIntent({ ...request, couponCode }, requestedDate())
    void forgetOrders(client)
    if (intent.paymentIntent !== null)
      client.setQueryData<PaymentSetup>(queryKey, (before) => before && { ...before, intent })
    return intent
  }
  return Object.assign(setup, { withCode })
}

async function prepare(request: IntentRequest | undefined, date: RequestedDate): Promise<Intent> {
  if (!request) throw new SetupFailure('Missing product or user information', 'failed')
  try {
    return await createPaymentIntent(request, date)
  } catch (failure) {
    throw setupFailure(failure)
  }
}

const reasons: Record<string, SetupReason> = {
  ALREADY_ENROLLED: 'owned',
  PAYMENT_PROCESSING: 'under-way',
  PAYMENT_UNDER_REVIEW: 'under-review',
}

/** The failure with the server's message, or a general one, and its reason. */
export function setupFailure(failure: unknown): SetupFailure {
  const message = saidByServer(failure) ?? 'Failed to create payment intent'
  if (!(failure instanceof ApiFailure)) return new SetupFailure(message, 'failed', undefined, failure)
  if (failure.status === 401) return new SetupFailure(message, 'expired', undefined, failure)
  if (['COHORT_FULL', 'COHORT_NOT_OPEN'].includes(failure.code))
    return new SetupFailure(message, 'date-gone', undefined, failure)
  const { orderId } = failure.extra
  const reason = Object.hasOwn(reasons, failure.code) ? reasons[failure.code] : undefined
  return reason !== undefined && typeof orderId === 'string'
    ? new SetupFailure(message, reason, orderId, failure)
    : new SetupFailure(message, 'failed', undefined, failure)
}
