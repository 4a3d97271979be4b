import type Stripe from 'stripe'
import { badParameter } from './stripe-error.ts'

type Instructions = Stripe.PaymentIntent.NextAction.DisplayBankTransferInstructions
export type TransferType = 'us_bank_transfer' | 'eu_bank_transfer' | 'gb_bank_transfer'

const holder = 'PAYMENT LAB'
const address: Stripe.Address = {
  city: 'South San Francisco',
  country: 'US',
  line1: '354 Oyster Point Blvd',
  line2: null,
  postal_code: '94080',
  state: 'CA',
}

/** The type of bank transfer of a currency. */
const types: Record<string, TransferType> = {
  usd: 'us_bank_transfer',
  eur: 'eu_bank_transfer',
  gbp: 'gb_bank_transfer',
}

/** @throws StripeFault if the lab has no bank account for the currency, or another type is requested. */
export function transferType(currency: string, requested: string | null, param: string): TransferType {
  const type = types[currency]
  if (type && (requested === null || requested === type)) return type
  throw badParameter(
    '',
    param,
    `Bank transfers of ${currency} by ${requested ?? 'any kind'} are not supported.`,
  )
}

/** The virtual bank account of a customer, derived from the customer's id. */
export function virtualAccount(
  customer: string,
  type: TransferType,
): NonNullable<Instructions['financial_addresses']> {
  const named = { account_holder_name: holder, account_holder_address: address, bank_address: address }
  const digits = [...customer].map((each) => each.charCodeAt(0) % 10).join('')
  if (type === 'eu_bank_transfer') {
    const iban = ibanOf('DE', `10010178${digits.slice(-10).padStart(10, '0')}`)
    return [
      {
        type: 'iban',
        supported_networks: ['sepa'],
        iban: { ...named, bic: 'LABBDEFFXXX', country: 'DE', iban },
      },
    ]
  }
  if (type === 'gb_bank_transfer') {
    const sort_code = { ...named, account_number: digits.slice(-8).padStart(8, '0'), sort_code: '200000' }
    return [{ type: 'sort_code', supported_networks: ['bacs', 'fps'], sort_code }]
  }
  const bank = {
    ...named,
    account_number: digits.slice(-12),
    account_type: 'checking',
    bank_name: 'LAB BANK, N.A.',
  }
  return [
    {
      type: 'aba',
      supported_networks: ['ach', 'domestic_wire_us'],
      aba: { ...bank, routing_number: '110000000' },
    },
    { type: 'swift', supported_networks: ['swift'], swift: { ...bank, swift_code: 'LABBUS33' } },
  ]
}

/** An IBAN with its check digits (ISO 13616: the rest of 97). */
function ibanOf(country: string, account: string): string {
  const letters = [...country].map((each) => each.charCodeAt(0) - 55).join('')
  const check = 98n - (BigInt(`${account}${letters}00`) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}
