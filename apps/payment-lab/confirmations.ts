import type Stripe from 'stripe'
import type { Charges } from './charges.ts'
import type { EventBook } from './event-book.ts'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import { confirming } from './payment-intents.ts'
import type { PaymentMethods } from './payment-methods.ts'
import type { Records } from './records.ts'
import { refused, StripeFault } from './stripe-error.ts'
import type { TestMethod } from './test-methods.ts'
import type { Timetable } from './timetable.ts'

/** Pauses before what happens by itself, in milliseconds. Much shorter than in life. */
export interface Pauses {
  /** Bank debit processing until it succeeds or fails. */
  settle: number
  /** Charge until the dispute arrives. */
  dispute: number
  /** Refund until it fails, or until a pending one succeeds. */
  refund: number
}

/** The code on every bank statement of the lab: Stripe's own test code. */
const depositCode = 'SM11AA'
/** Milliseconds for which deposits can be confirmed, as at Stripe. */
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

/** Pays an intent: asks for 3-D Secure, tries the charge, settles what takes time. */
export class Confirmations {
  readonly #records: Records
  readonly #events: EventBook
  readonly #methods: PaymentMethods
  readonly #charges: Charges
  readonly #timetable: Timetable
  readonly #pauses: Pauses
  readonly #publicUrl: () => string
  readonly #clock: LabClock

  constructor(parts: {
    records: Records
    events: EventBook
    methods: PaymentMethods
    charges: Charges
    timetable: Timetable
    pauses: Pauses
    publicUrl: () => string
    clock: LabClock
  }) {
    this.#records = parts.records
    this.#events = parts.events
    this.#methods = parts.methods
    this.#charges = parts.charges
    this.#timetable = parts.timetable
    this.#pauses = parts.pauses
    this.#publicUrl = parts.publicUrl
    this.#clock = parts.clock
  }

  /** Confirms, and throws Stripe's card error when the payment method is declined at once. */
  confirm(intent: Stripe.PaymentIntent, input: Parameters): Stripe.PaymentIntent {
    input.only(...confirming)
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
    if (behaviour.microdeposits) {
      this.#sendDeposits(intent)
      return intent
    }
    if (behaviour.authenticate) {
      this.#askForAuthentication(intent, input)
      return intent
    }
    this.#charge(intent, method, behaviour)
    return intent
  }

  /** Ends 3-D Secure: the charge is tried, or the attempt fails. */
  authenticate(intent: Stripe.PaymentIntent, outcome: 'complete' | 'fail'): Stripe.PaymentIntent {
    const id = intent.payment_method
    if (intent.status !== 'requires_action' || typeof id !== 'string') {
      throw refused('payment_intent_unexpected_state', `This PaymentIntent has a status of ${intent.status}.`)
    }
    intent.next_action = null
    const method = this.#records.get('payment_method', id)
    if (outcome === 'fail') {
      this.#fall(intent, method, {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      })
      return intent
    }
    this.#charge(intent, method, this.#records.behaviour(method.id))
    return intent
  }

  /** Confirms the deposits by the code of their statement; the debit begins. */
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
    this.#charge(intent, method, this.#records.behaviour(method.id))
    return intent
  }

  /** Nobody confirmed the deposits in time. */
  endDeposits(intent: Stripe.PaymentIntent): void {
    if (!awaitsDeposits(intent)) return
    intent.next_action = null
    this.#fall(intent, this.#records.get('payment_method', String(intent.payment_method)), {
      type: 'invalid_request_error',
      code: 'payment_method_microdeposit_verification_timeout',
      message: 'Microdeposit verification timed out. Please choose another payment method.',
    })
  }

  /** Ends a bank debit as its account number says, or as `forced` says. */
  settle(intent: Stripe.PaymentIntent, forced?: 'succeed' | 'fail'): void {
    if (intent.status !== 'processing') return
    this.#timetable.drop('settle', intent.id)
    const charge = this.#records.get('charge', String(intent.latest_charge))
    const method = this.#records.get('payment_method', String(intent.payment_method))
    const behaviour = this.#records.behaviour(method.id)
    const known = typeof behaviour.settles === 'object' ? behaviour.settles : undefined
    const fails = forced === 'fail' || (forced === undefined && known !== undefined)
    if (!fails) {
      this.#charges.succeed(charge)
      this.#complete(intent, charge, behaviour)
      return
    }
    const reason = known ?? { code: 'insufficient_funds', message: 'The bank returned the debit.' }
    this.#charges.fail(charge, reason)
    this.#fall(intent, method, { type: 'card_error', charge: charge.id, ...reason })
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

  #charge(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, behaviour: TestMethod): void {
    intent.last_payment_error = null
    const charge = this.#charges.attempt(intent, method, behaviour)
    intent.latest_charge = charge.id
    if (charge.status === 'pending') {
      intent.status = 'processing'
      this.#events.record('payment_intent.processing', intent)
      if (behaviour.settles !== 'never') this.#timetable.plan('settle', intent.id, this.#pauses.settle)
      return
    }
    if (charge.status === 'succeeded') {
      this.#complete(intent, charge, behaviour)
      return
    }
    const { code, declineCode, message } = behaviour.decline ?? { code: '', declineCode: '', message: '' }
    this.#fall(intent, method, {
      type: 'card_error',
      code,
      decline_code: declineCode,
      message,
      charge: charge.id,
    })
    throw new StripeFault(
      402,
      {
        type: 'card_error',
        code,
        ...(code === declineCode ? {} : { decline_code: declineCode }),
        message,
        charge: charge.id,
        payment_intent: structuredClone(intent),
        payment_method: structuredClone(method),
      },
      true,
    )
  }

  #complete(intent: Stripe.PaymentIntent, charge: Stripe.Charge, behaviour: TestMethod): void {
    intent.status = 'succeeded'
    intent.amount_received = charge.amount
    this.#events.record('payment_intent.succeeded', intent)
    if (behaviour.disputed) this.#timetable.plan('dispute', charge.id, this.#pauses.dispute)
  }

  /** A failed attempt: the intent waits for another payment method. */
  #fall(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, error: Record<string, string>): void {
    const { decline_code, ...rest } = error
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_payment_error = {
      ...rest,
      ...(decline_code && decline_code !== error.code ? { decline_code } : {}),
      doc_url: `https://stripe.com/docs/error-codes/${String(error.code).replaceAll('_', '-')}`,
      payment_method: structuredClone(method),
    } as Stripe.PaymentIntent.LastPaymentError
    this.#events.record('payment_intent.payment_failed', intent)
  }
}
