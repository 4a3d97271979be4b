const words: Record<string, string> = {
  insufficient_funds: 'There was not enough money in the account.',
  account_closed: 'The bank account has been closed.',
  no_account: 'The bank account could not be found.',
  debit_not_authorized: 'The debit was not authorized.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The card’s security code was incorrect.',
  processing_error: 'The card could not be processed just then.',
  payment_method_microdeposit_verification_timeout: 'The bank account was not verified in time.',
  payment_method_microdeposit_verification_attempts_exceeded: 'The bank account could not be verified.',
  payment_method_microdeposit_failed: 'The bank account could not be verified.',
  payment_intent_authentication_failure: 'The bank could not confirm that it was you.',
}

/** Why a payment failed, by Stripe's code. Codes that would help a thief (such as a stolen card) get the general message. */
export function failureWords(code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? 'The bank declined the payment.'
}
