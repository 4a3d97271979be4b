import type Stripe from 'stripe'
import type { CashBalances } from './cash-balances.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import type { PaymentAttempts } from './payment-attempts.ts'
import { confirmNames } from './payment-intents.ts'
import type { PaymentMethods } from './payment-methods.ts'
import type { Records } from './records.ts'
import { missingParameter, refused, StripeFault } from './stripe-error.ts'
import type { Timetable } from './timetable.ts'

/** The code on every bank statement of the lab: Stripe's own test code. */
const depositCode = 'SM11AA'
/** Milliseconds within which deposits can be confirmed, as at Stripe. */
const depositsMs = 10 * 24 * 3_600_000

const awaitsDeposits = (intent: Stripe.PaymentIntent): boolean =>
  intent.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits'

const verifiesAtOnce = (intent: Stripe.PaymentIntent): boolean =>
  intent.payment_method_options?.us_bank_account?.verification_method === 'instant'

function cannotVerify(): StripeFault {
  return new StripeFault(
    402,
    {
      type: 'card_error',
      code: 'bank_account_unverified',
      message: 'This bank account cannot be verified instantly.',
    },
    true,
  )
}

/** Confirms intents: requests 3-D Secure or deposits if the method needs them, and attempts the charge. */
export class Confirmations {
  readonly #records: Records
  readonly #events: EventRecorder
  readonly #methods: PaymentMethods
  readonly #attempts: PaymentAttempts
  readonly #timetable: Timetable
  readonly #publicUrl: () => string
  readonly #clock: LabClock
  readonly #balances: CashBalances

  constructor(parts: {
    records: Records
    events: EventRecorder
    methods: PaymentMethods
    attempts: PaymentAttempts
    timetable: Timetable
    publicUrl: () => string
    clock: LabClock
    balances: CashBalances
  }) {
    this.#records = parts.records
    this.#events = parts.events
    this.#methods = parts.methods
    this.#attempts = parts.attempts
    this.#timetable = parts.timetable
    this.#publicUrl = parts.publicUrl
    this.#clock = parts.clock
    this.#balances = parts.balances
  }

  /** Confirms, and throws Stripe's card error when the payment method is declined at once. */
  confirm(intent: Stripe.PaymentIntent, input: Parameters): Stripe.PaymentIntent {
    input.only(...confirmNames)
    this.#refuseWhenDone(intent)
    const method = this.#methodFor(intent, input)
    if (!intent.payment_method_types.includes(method.type)) {
      throw refused(
        'payment_intent_incompatible_payment_method',
        `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      )
    }
    const behaviour = this.#records.behaviour(method.id)
    if (behaviour.microdeposits && verifiesAtOnce(intent)) throw cannotVerify()
    intent.payment_method = method.id
    intent.next_action = null
    if (input.has('receipt_email')) intent.receipt_email = input.text('receipt_email')
    if (method.type === 'customer_balance') {
      if (intent.customer === null) throw missingParameter('customer')
      this.#balances.await(intent)
      return intent
    }
    if (behaviour.microdeposits) {
      this.#sendDeposits(intent)
      return intent
    }
    if (behaviour.authenticate) {
      this.#askForAuthentication(intent, input)
      return intent
    }
    this.#attempts.charge(intent, method, behaviour)
    return intent
  }

  /** Completes 3-D Secure: attempts the charge, or fails the attempt. */
  authenticate(intent: Stripe.PaymentIntent, outcome: 'complete' | 'fail'): Stripe.PaymentIntent {
    const id = intent.payment_method
    if (intent.status !== 'requires_action' || typeof id !== 'string') {
      throw refused('payment_intent_unexpected_state', `This PaymentIntent has a status of ${intent.status}.`)
    }
    intent.next_action = null
    const method = this.#records.get('payment_method', id)
    if (outcome === 'fail') {
      this.#attempts.fail(intent, method, {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      })
      return intent
    }
    this.#attempts.charge(intent, method, this.#records.behaviour(method.id))
    return intent
  }

  /** Confirms the deposits by the code on the statement and starts the debit. */
  verifyDeposits(intent: Stripe.PaymentIntent, code: string): Stripe.PaymentIntent {
    if (!awaitsDeposits(intent)) {
      throw refused('payment_intent_unexpected_state', `This PaymentIntent has a status of ${intent.status}.`)
    }
    if (code.toUpperCase() !== depositCode) {
      throw refused(
        'payment_method_microdeposit_verification_descriptor_code_mismatch',
        'The descriptor code does not match the one in the deposit.',
      )
    }
    this.#timetable.drop('end-deposits', intent.id)
    intent.next_action = null
    const method = this.#records.get('payment_method', String(intent.payment_method))
    this.#attempts.charge(intent, method, this.#records.behaviour(method.id))
    return intent
  }

  /** Fails the payment if the deposits were not confirmed in time. */
  endDeposits(intent: Stripe.PaymentIntent): void {
    if (!awaitsDeposits(intent)) return
    intent.next_action = null
    this.#attempts.fail(intent, this.#records.get('payment_method', String(intent.payment_method)), {
      type: 'invalid_request_error',
      code: 'payment_method_microdeposit_verification_timeout',
      message: 'Microdeposit verification timed out. Please choose another payment method.',
    })
  }

  #refuseWhenDone(intent: Stripe.PaymentIntent): void {
    if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      return
    const words =
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`
    throw refused('payment_intent_unexpected_state', words, { payment_intent: structuredClone(intent) })
  }

  #methodFor(intent: Stripe.PaymentIntent, input: Parameters): Stripe.PaymentMethod {
    const name = input.text('payment_method')
    if (name) return this.#methods.resolve(name)
    if (input.has('payment_method_data')) return this.#methods.create(input.map('payment_method_data'))
    if (typeof intent.payment_method === 'string')
      return this.#records.get('payment_method', intent.payment_method)
    throw refused(
      'payment_intent_unexpected_state',
      'You cannot confirm this PaymentIntent because it’s missing a payment method. To confirm the PaymentIntent with a payment method, specify it in the confirm request.',
    )
  }

  #askForAuthentication(intent: Stripe.PaymentIntent, input: Parameters): void {
    const url = `${this.#publicUrl()}/lab/3ds/${intent.id}?client_secret=${intent.client_secret}`
    const returnUrl = input.text('return_url')
    intent.status = 'requires_action'
    intent.next_action =
      input.flag('use_stripe_sdk') || returnUrl === null
        ? ({
            type: 'use_stripe_sdk',
            use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
          } as never)
        : {
            type: 'redirect_to_url',
            redirect_to_url: {
              return_url: returnUrl,
              url: `${url}&return_url=${encodeURIComponent(returnUrl)}`,
            },
          }
    this.#events.record('payment_intent.requires_action', intent)
  }

  #sendDeposits(intent: Stripe.PaymentIntent): void {
    const url = `${this.#publicUrl()}/lab/microdeposits/${intent.id}?client_secret=${intent.client_secret}`
    intent.status = 'requires_action'
    intent.last_payment_error = null
    intent.next_action = {
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: {
        arrival_date: this.#clock.seconds() + 86_400,
        hosted_verification_url: url,
        microdeposit_type: 'descriptor_code',
      },
    }
    this.#timetable.plan('end-deposits', intent.id, depositsMs)
    this.#events.record('payment_intent.requires_action', intent)
  }
}
