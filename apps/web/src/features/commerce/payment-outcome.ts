/** The parts of the provider's answer to a confirmation that decide what happens next. */
export interface ConfirmAnswer {
  error?: { type?: string; message?: string; payment_intent?: IntentState } | undefined
  paymentIntent?: IntentState | undefined
}

export interface IntentState {
  id: string
  status: string
  amount: number
  currency: string
}

export type Outcome =
  | { kind: 'paid' | 'processing'; intent: IntentState }
  | { kind: 'failed'; message: string }

const unexpected = 'An unexpected error occurred.'

/**
 * What a confirmation came to. An error on a payment that went through already, as when a second tab
 * pays the same order, is no failure.
 */
export function outcomeOf({ error, paymentIntent }: ConfirmAnswer): Outcome {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { kind: 'paid', intent }
  if (intent?.status === 'processing') return { kind: 'processing', intent }
  const speaks = error?.type === 'card_error' || error?.type === 'validation_error'
  return { kind: 'failed', message: (speaks && error?.message) || unexpected }
}
