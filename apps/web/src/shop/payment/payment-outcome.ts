import { failureWords } from './failure-words.ts'

/** The parts of Stripe's answer to a confirmation that decide what happens next. */
export interface ConfirmAnswer {
  error?: { type?: string; code?: string; message?: string; payment_intent?: IntentState } | undefined
  paymentIntent?: IntentState | undefined
}

export interface IntentState {
  id: string
  status: string
  amount: number
  currency: string
  next_action?: { type?: string } | null
}

export type PaymentOutcome =
  | { kind: 'paid' | 'processing'; intent: IntentState }
  | ({ kind: 'failed' } & Refusal)

export interface Refusal {
  message: string
  /** Whether money was charged, and what to do, if the message does not say it. */
  advice?: string
}

const afterRefusal = 'Nothing has been charged. Please try again, or use another card.'
const authenticationFailure = 'payment_intent_authentication_failure'

/** The refusal for an error without a message for the buyer, by its code. */
export function unexpected(code?: string): Refusal {
  const advice =
    code === authenticationFailure
      ? `${failureWords(authenticationFailure)} ${afterRefusal}`
      : 'Please check your connection and try again. You will not be charged twice.'
  return { message: 'An unexpected error occurred.', advice }
}

/**
 * The outcome of a confirmation. An error on a payment that has already succeeded, such as when a second tab pays the
 * same order, is not a failure.
 */
export function outcomeOf({ error, paymentIntent }: ConfirmAnswer): PaymentOutcome {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { kind: 'paid', intent }
  // The buyer has to confirm deposits to the bank account later: there is nothing left to do on this page.
  const verifies =
    intent?.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits'
  if (intent !== undefined && (intent.status === 'processing' || verifies))
    return { kind: 'processing', intent }
  const isForBuyer = error?.type === 'card_error' || error?.type === 'validation_error'
  if (isForBuyer && error?.message) {
    // A refusal of the bank also says that nothing was charged; an incomplete field does not need that.
    const refused = error.type === 'card_error' ? { advice: afterRefusal } : {}
    return { kind: 'failed', message: error.message, ...refused }
  }
  return { kind: 'failed', ...unexpected(error?.code) }
}
