import type Stripe from 'stripe'
import { blankIntent } from './blank-objects.ts'
import type { CashBalances } from './cash-balances.ts'
import type { EventRecorder } from './event-recorder.ts'
import { bankTransferOptions, descriptorSuffix, verificationMethod } from './intent-options.ts'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import type { PaymentMethods } from './payment-methods.ts'
import type { Records } from './records.ts'
import { badParameter, refused } from './stripe-error.ts'

/** The parameters of create and update, including those that the lab accepts but ignores. */
const descriptiveNames = [
  'metadata',
  'description',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'payment_method_configuration',
]
const paymentNames = [
  'amount',
  'currency',
  'customer',
  'payment_method',
  'payment_method_types',
  'allowed_payment_method_types',
  'payment_method_data',
  'payment_method_options',
  'setup_future_usage',
  'shipping',
]
export const confirmNames = [
  'payment_method',
  'payment_method_data',
  'payment_method_types',
  'payment_method_options',
  'return_url',
  'use_stripe_sdk',
  'off_session',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'mandate_data',
  'error_on_requires_action',
  'client_secret',
  'expected_payment_method_type',
]
const createNames = [
  ...descriptiveNames,
  ...paymentNames,
  ...confirmNames,
  'automatic_payment_methods',
  'confirm',
  'capture_method',
  'confirmation_method',
]

export const cancellable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Creates, updates and cancels payment intents; `Confirmations` confirms them. */
export class PaymentIntents {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder
  readonly #methods: PaymentMethods
  readonly #balances: CashBalances

  constructor(
    records: Records,
    clock: LabClock,
    events: EventRecorder,
    methods: PaymentMethods,
    balances: CashBalances,
  ) {
    this.#records = records
    this.#clock = clock
    this.#events = events
    this.#methods = methods
    this.#balances = balances
  }

  create(input: Parameters): Stripe.PaymentIntent {
    input.only(...createNames)
    const amount = chargeable(input.requiredInteger('amount'), input.requiredText('currency'))
    if (input.oneOf('capture_method', ['automatic', 'automatic_async', 'manual']) === 'manual') {
      throw badParameter('', 'capture_method', 'The payment lab does not capture manually.')
    }
    const customer = input.text('customer')
    if (customer) this.#records.get('customer', customer, 'customer')
    const automatic = input.map('automatic_payment_methods')
    const allowed = input.texts('allowed_payment_method_types')
    const types = allowed.length > 0 ? allowed : input.texts('payment_method_types')
    if (automatic.flag('enabled') && input.has('payment_method_types'))
      throw badParameter(
        '',
        'payment_method_types',
        'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      )
    const id = this.#records.newId('pi_3')
    const intent = blankIntent(id, `${id}_secret_${this.#records.newId('')}`, this.#clock.seconds())
    Object.assign(intent, {
      amount,
      currency: input.requiredText('currency').toLowerCase(),
      customer,
      metadata: input.metadata(),
      automatic_payment_methods:
        types.length === 0 && (automatic.flag('enabled') || !input.has('automatic_payment_methods'))
          ? {
              enabled: true,
              allow_redirects: automatic.oneOf('allow_redirects', ['always', 'never']) ?? 'always',
            }
          : null,
      allowed_payment_method_types: allowed.length > 0 ? allowed : null,
      payment_method_types: types.length > 0 ? types : ['card', 'us_bank_account'],
    })
    this.#describe(intent, input)
    this.#choose(intent, input)
    this.#records.add('payment_intent', intent)
    this.#events.record('payment_intent.created', intent)
    return intent
  }

  update(intent: Stripe.PaymentIntent, input: Parameters): Stripe.PaymentIntent {
    input.only(...descriptiveNames, ...paymentNames)
    const open = [...cancellable].includes(intent.status)
    if (!open && paymentNames.some((name) => input.has(name))) {
      throw refused(
        'payment_intent_unexpected_state',
        `This PaymentIntent's ${paymentNames.find((name) => input.has(name))} could not be updated because it has a status of ${intent.status}.`,
        { payment_intent: structuredClone(intent) },
      )
    }
    const customer = input.text('customer')
    if (customer) this.#records.get('customer', customer, 'customer')
    const amount = input.integer('amount')
    const currency = (input.text('currency') ?? intent.currency).toLowerCase()
    if (amount !== null) chargeable(amount, currency)
    const metadata = input.metadata(intent.metadata)
    this.#choose(intent, input)
    if (amount !== null) intent.amount = amount
    intent.currency = currency
    if (customer) intent.customer = customer
    intent.metadata = metadata
    this.#describe(intent, input)
    return intent
  }

  cancel(intent: Stripe.PaymentIntent, input: Parameters): Stripe.PaymentIntent {
    input.only('cancellation_reason')
    const reason = input.oneOf('cancellation_reason', [
      'abandoned',
      'duplicate',
      'fraudulent',
      'requested_by_customer',
    ])
    const session = this.#records.all('checkout.session').find((each) => each.payment_intent === intent.id)
    if (session?.status === 'open') {
      const words = 'You cannot cancel this PaymentIntent directly; expire its Checkout Session instead.'
      throw refused('payment_intent_unexpected_state', words, { payment_intent: structuredClone(intent) })
    }
    if (!cancellable.includes(intent.status) && !this.#staysProcessing(intent)) {
      throw refused(
        'payment_intent_unexpected_state',
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancellable.join(', ')}.`,
        { payment_intent: structuredClone(intent) },
      )
    }
    return this.close(intent, reason)
  }

  /** Cancels in any status, as an expiring checkout session cancels its intent. */
  close(
    intent: Stripe.PaymentIntent,
    reason: Stripe.PaymentIntent.CancellationReason | null,
  ): Stripe.PaymentIntent {
    const charge = typeof intent.latest_charge === 'string' ? intent.latest_charge : undefined
    if (intent.status === 'processing' && charge) {
      Object.assign(this.#records.get('charge', charge), { status: 'failed', failure_code: 'canceled' })
    }
    this.#balances.release(intent)
    intent.status = 'canceled'
    intent.canceled_at = this.#clock.seconds()
    intent.cancellation_reason = reason
    intent.next_action = null
    this.#events.record('payment_intent.canceled', intent)
    return intent
  }

  #staysProcessing(intent: Stripe.PaymentIntent): boolean {
    const method = intent.payment_method
    return (
      intent.status === 'processing' &&
      typeof method === 'string' &&
      this.#records.behaviour(method).settles === 'never'
    )
  }

  #describe(intent: Stripe.PaymentIntent, input: Parameters): void {
    if (input.has('payment_method_configuration')) {
      const id = input.requiredText('payment_method_configuration')
      intent.payment_method_configuration_details = { id, parent: null }
    }
    const method = verificationMethod(input)
    if (method !== null) intent.payment_method_options = { us_bank_account: { verification_method: method } }
    const transfer = bankTransferOptions(input)
    if (transfer !== null) intent.payment_method_options = { customer_balance: transfer }
    if (input.has('description')) intent.description = input.text('description', 1_000)
    if (input.has('receipt_email')) intent.receipt_email = input.text('receipt_email')
    if (input.has('statement_descriptor')) intent.statement_descriptor = input.text('statement_descriptor')
    if (input.has('statement_descriptor_suffix')) {
      intent.statement_descriptor_suffix = descriptorSuffix(input.text('statement_descriptor_suffix'))
    }
  }

  /** Sets the payment method of the request, if any. */
  #choose(intent: Stripe.PaymentIntent, input: Parameters): void {
    const name = input.text('payment_method')
    if (!name && !input.has('payment_method_data')) return
    const method = name ? this.#methods.resolve(name) : this.#methods.create(input.map('payment_method_data'))
    intent.payment_method = method.id
    intent.status = 'requires_confirmation'
    intent.next_action = null
  }
}

/** Validates an amount in minor units; Stripe refuses less than about half a dollar. */
export function chargeable(amount: number, currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency) || /^x(?!af|cd|cg|of|pf)/i.test(currency))
    throw badParameter('', 'currency', `Invalid currency: ${currency}.`)
  if (amount < 1)
    throw badParameter(
      'parameter_invalid_integer',
      'amount',
      'This value must be greater than or equal to 1.',
    )
  if (amount < 50) {
    throw badParameter(
      'amount_too_small',
      'amount',
      `Amount must be at least $0.50 ${currency.toLowerCase()}`,
    )
  }
  if (amount > 99_999_999) {
    throw badParameter('amount_too_large', 'amount', 'Amount must be no more than $999,999.99')
  }
  return amount
}
