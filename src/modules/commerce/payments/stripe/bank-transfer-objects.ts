import type Stripe from 'stripe'
import type { CashTransaction } from '../../domain/cash-balance.ts'
import { intentIdOf } from './stripe-objects.ts'

/** Where the money of a payment by bank transfer is sent. */
export interface BankDetails {
  /** The account, line by line; the reference is not among them. */
  rows: { label: string; value: string }[]
  reference: string
}

/** How money of a currency is sent. Others are not offered: Stripe has no account for them, or asks for more. */
export const transferTypes: Record<string, 'us_bank_transfer' | 'eu_bank_transfer' | 'gb_bank_transfer'> = {
  usd: 'us_bank_transfer',
  eur: 'eu_bank_transfer',
  gbp: 'gb_bank_transfer',
}

const inFours = (text: string): string => text.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1 ')

/** The account and the reference that a payment shows; null when it waits for no transfer. */
export function bankRows({ next_action: next }: Stripe.PaymentIntent): BankDetails | null {
  const shown = next?.display_bank_transfer_instructions
  if (shown === undefined) return null
  const rows = (shown.financial_addresses ?? []).flatMap(({ iban, aba, swift, sort_code }) => {
    if (iban !== undefined)
      return [
        ['Account holder', iban.account_holder_name],
        ['IBAN', inFours(iban.iban)],
        ['BIC', iban.bic],
      ]
    if (aba !== undefined)
      return [
        ['Account number', aba.account_number],
        ['Routing number', aba.routing_number],
        ['Bank', aba.bank_name],
      ]
    if (swift !== undefined)
      return [
        ['SWIFT code, from abroad', swift.swift_code],
        ['Account number, from abroad', swift.account_number],
      ]
    if (sort_code !== undefined)
      return [
        ['Account holder', sort_code.account_holder_name],
        ['Account number', sort_code.account_number],
        ['Sort code', sort_code.sort_code],
      ]
    return []
  })
  return {
    rows: rows.map(([label = '', value = '']) => ({ label, value })),
    reference: shown.reference ?? '',
  }
}

export function cashTransactionOf(one: Stripe.CustomerCashBalanceTransaction): CashTransaction {
  const applied = one.applied_to_payment?.payment_intent ?? one.unapplied_from_payment?.payment_intent
  return {
    id: one.id,
    type: one.type,
    amount: one.net_amount,
    currency: one.currency.toLowerCase(),
    createdAt: new Date(one.created * 1000).toISOString(),
    intentId: intentIdOf(applied),
    sender: senderOf(one.funded?.bank_transfer),
  }
}

/** Stripe reports only the last digits of the sender's account. */
function senderOf(
  transfer: Stripe.CustomerCashBalanceTransaction.Funded.BankTransfer | undefined,
): CashTransaction['sender'] {
  const eu = transfer?.eu_bank_transfer
  const gb = transfer?.gb_bank_transfer
  const last4 = eu?.iban_last4 ?? gb?.account_number_last4 ?? null
  const name = eu?.sender_name ?? gb?.sender_name ?? transfer?.us_bank_transfer?.sender_name ?? null
  return {
    name,
    account: last4 === null ? null : `…${last4}`,
    remittance: transfer?.reference ?? '',
  }
}
