import type Stripe from 'stripe'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Records } from './records.ts'
import type { TestMethod } from './test-methods.ts'

/** A movement of the account's balance. */
interface Movement {
  type: Stripe.BalanceTransaction.Type
  amount: number
  fee: number
  currency: string
  source: string | null
  description: string | null
  /** Where it is not that of the type. */
  reportingCategory?: string
}

/** Types whose movements Stripe reports under another name. */
const reportingCategories: Partial<Record<Stripe.BalanceTransaction.Type, string>> = {
  payment: 'charge',
  payment_refund: 'refund',
  payment_failure_refund: 'refund_failure',
  adjustment: 'other_adjustment',
  stripe_fee: 'fee',
  payout_failure: 'payout_reversal',
}

/** Charges, successful or failed, and the movements of the balance. */
export class Charges {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder
  readonly #publicUrl: () => string

  constructor(records: Records, clock: LabClock, events: EventRecorder, publicUrl: () => string) {
    this.#records = records
    this.#clock = clock
    this.#events = events
    this.#publicUrl = publicUrl
  }

  /** Attempts the charge of an intent; the result is that of the test method, or pending. */
  attempt(intent: Stripe.PaymentIntent, paid: Stripe.PaymentMethod, behaviour: TestMethod): Stripe.Charge {
    const id = this.#records.newId(behaviour.type === 'card' ? 'ch_3' : 'py_3')
    const charge = this.#records.add('charge', blankCharge(id, this.#clock.seconds(), intent, paid))
    charge.receipt_url = `${this.#publicUrl()}/lab/receipts/${id}`
    this.#records.remember(id, behaviour)
    if (behaviour.settles) this.#events.record('charge.pending', charge)
    else if (behaviour.decline) this.fail(charge, behaviour.decline)
    else this.succeed(charge)
    return charge
  }

  succeed(charge: Stripe.Charge): void {
    Object.assign(charge, { status: 'succeeded', paid: true, captured: true, amount_captured: charge.amount })
    charge.outcome = outcome('authorized', 'approved_by_network', null, 'Payment complete.')
    charge.balance_transaction = this.move({
      type: charge.id.startsWith('py_') ? 'payment' : 'charge',
      amount: charge.amount,
      fee: feeOf(charge),
      currency: charge.currency,
      source: charge.id,
      description: charge.description,
    }).id
    this.#events.record('charge.succeeded', charge)
  }

  fail(charge: Stripe.Charge, reason: { code: string; declineCode?: string; message: string }): void {
    Object.assign(charge, { status: 'failed', paid: false, captured: false })
    charge.failure_code = reason.code
    charge.failure_message = reason.message
    const why = reason.declineCode ?? reason.code
    charge.outcome = outcome('issuer_declined', 'declined_by_network', why, 'The bank declined the payment.')
    this.#events.record('charge.failed', charge)
  }

  /** Adds a movement of the balance; `net` is the amount after the fee. */
  move(movement: Movement): Stripe.BalanceTransaction {
    const { fee, amount, currency } = movement
    const transaction: Stripe.BalanceTransaction = {
      id: this.#records.newId('txn_3'),
      object: 'balance_transaction',
      amount,
      available_on: this.#clock.seconds() + 2 * 86_400,
      balance_type: 'payments',
      created: this.#clock.seconds(),
      currency,
      description: movement.description,
      exchange_rate: null,
      fee,
      fee_details:
        fee === 0
          ? []
          : [
              {
                amount: fee,
                application: null,
                currency,
                description: 'Stripe processing fees',
                type: 'stripe_fee',
              },
            ],
      net: amount - fee,
      reporting_category: movement.reportingCategory ?? reportingCategories[movement.type] ?? movement.type,
      source: movement.source,
      status: 'pending',
      type: movement.type,
    }
    return this.#records.add('balance_transaction', transaction)
  }
}

/** 2.9 % and 30 cents, or for a bank transfer 0.5 % and at most 5 dollars, as Stripe charges in the US. */
export function feeOf(charge: Stripe.Charge): number {
  if (charge.payment_method_details?.type === 'customer_balance') {
    return Math.min(500, Math.round(charge.amount * 0.005))
  }
  return Math.round(charge.amount * 0.029) + 30
}

function outcome(
  type: string,
  networkStatus: string,
  reason: string | null,
  sellerMessage: string,
): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: networkStatus,
    reason,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: sellerMessage,
    type,
  }
}

function blankCharge(
  id: string,
  created: number,
  intent: Stripe.PaymentIntent,
  paid: Stripe.PaymentMethod,
): Stripe.Charge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paid.billing_details as Stripe.Charge.BillingDetails,
    calculated_statement_descriptor: 'PAYMENT LAB',
    captured: false,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: paid.id,
    payment_method_details: detailsOf(intent.amount, paid),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
}

/** What a charge shows of the method it was paid with, which is less than the method shows of itself. */
function detailsOf(amount: number, paid: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  const { type, card, us_bank_account: account } = paid
  if (card) {
    const { display_brand, generated_from, networks, three_d_secure_usage, wallet: _wallet, ...shown } = card
    return {
      type,
      card: {
        ...shown,
        amount_authorized: amount,
        authorization_code: null,
        electronic_commerce_indicator: null,
        installments: null,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    }
  }
  if (!account) return { type, customer_balance: {} }
  const { financial_connections_account, networks, status_details, ...shown } = account
  return { type, us_bank_account: { ...shown, payment_reference: null } }
}
