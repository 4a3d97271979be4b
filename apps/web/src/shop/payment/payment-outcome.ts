import { failureWords } from './failure-words.ts'

/** The parts of the provider's answer to a confirmation that decide what happens next. */
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

export type Outcome = { kind: 'paid' | 'processing'; intent: IntentState } | ({ kind: 'failed' } & Refusal)

export interface Refusal {
  message: string
  /** What became of the money and what to do, where the message does not say. */
  advice?: string
}

const afterRefusal = 'Nothing has been charged. Please try again, or use another card.'
const bankSaidNo = 'payment_intent_authentication_failure'

/** What is shown for an error that the provider has no words for, by its code. */
export function unexpected(code?: string): Refusal {
  const advice =
    code === bankSaidNo
      ? `${failureWords(bankSaidNo)} ${afterRefusal}`
      : 'Please check your connection and try again. You are not charged twice.'
  return { message: 'An unexpected error occurred.', advice }
}

/**
 * What a confirmation came to. An error on a payment that went through already, as when a second tab
 * pays the same order, is no failure.
 */
export function outcomeOf({ error, paymentIntent }: ConfirmAnswer): Outcome {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { kind: 'paid', intent }
  // Deposits on their way to the buyer's bank account: there is nothing left to do on this page.
  const verifies =
    intent?.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits'
  if (intent !== undefined && (intent.status === 'processing' || verifies))
    return { kind: 'processing', intent }
  const speaks = error?.type === 'card_error' || error?.type === 'validation_error'
  if (speaks && error?.message) {
    // What is missing in a field needs no word about money; what the bank refused does.
    const refused = error.type === 'card_error' ? { advice: afterRefusal } : {}
    return { kind: 'failed', message: error.message, ...refused }
  }
  return { kind: 'failed', ...unexpected(error?.code) }
}
