import type Stripe from 'stripe'
import type { Parameters } from './parameters.ts'
import { badParameter } from './stripe-error.ts'

/** The verification method of a bank account. */
export function verificationMethod(input: Parameters) {
  const bank = input.map('payment_method_options').map('us_bank_account')
  return bank.oneOf('verification_method', ['automatic', 'instant', 'microdeposits'])
}

/** The options of a payment by bank transfer; null without any. */
export function bankTransferOptions(
  input: Parameters,
): Stripe.PaymentIntent.PaymentMethodOptions.CustomerBalance | null {
  const balance = input.map('payment_method_options').map('customer_balance')
  if (balance.oneOf('funding_type', ['bank_transfer']) === null) return null
  const transfer = balance.map('bank_transfer')
  transfer.only('type', 'eu_bank_transfer', 'requested_address_types')
  const country = transfer.map('eu_bank_transfer').text('country')
  return {
    funding_type: 'bank_transfer',
    bank_transfer: {
      type: transfer.requiredText('type'),
      ...(country === null ? {} : { eu_bank_transfer: { country } }),
    },
  }
}

/** Validates a suffix, which has at most 22 characters with the account's prefix, an asterisk and a space. */
export function descriptorSuffix(suffix: string | null): string | null {
  const name = 'statement_descriptor_suffix'
  if (suffix === null) return null
  if (suffix.length > 22) throw badParameter('', name, `The ${name} must be at most 22 characters.`)
  if (!/[A-Za-z]/.test(suffix)) throw badParameter('', name, `The ${name} must contain at least one letter.`)
  if (/[<>\\'"*]/.test(suffix) || /[^\x20-\x7e]/.test(suffix))
    throw badParameter('', name, `The ${name} contains an invalid character.`)
  return suffix
}
