import type Stripe from 'stripe'
import type { Charges } from './charges.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { Records } from './records.ts'
import { StripeFault } from './stripe-error.ts'
import type { TestMethod } from './test-methods.ts'
import type { Timetable } from './timetable.ts'

/** The delays of scheduled tasks, in milliseconds; much shorter than at Stripe. */
export interface Pauses {
  /** Until a processing bank debit succeeds or fails. */
  settle: number
  /** From the charge to its dispute. */
  dispute: number
  /** Until a refund fails, or a pending one succeeds. */
  refund: number
}

/** Attempts the charge of a confirmed intent, and settles bank debits. */
export class PaymentAttempts {
  readonly #records: Records
  readonly #events: EventRecorder
  readonly #charges: Charges
  readonly #timetable: Timetable
  readonly #pauses: Pauses

  constructor(parts: {
    records: Records
    events: EventRecorder
    charges: Charges
    timetable: Timetable
    pauses: Pauses
  }) {
    this.#records = parts.records
    this.#events = parts.events
    this.#charges = parts.charges
    this.#timetable = parts.timetable
    this.#pauses = parts.pauses
  }

  /** Settles a bank debit with the result of its account number, or with `forced`. */
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
    this.fail(intent, method, { type: 'card_error', charge: charge.id, ...reason })
  }

  /** @throws StripeFault as Stripe's card error when the payment method is declined at once. */
  charge(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, behaviour: TestMethod): void {
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
    this.fail(intent, method, {
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

  /** Moves the account's own balance to cover a customer's negative cash balance. */
  adjust(amount: number, currency: string, source: string): string {
    return this.#charges.move({ type: 'adjustment', amount, fee: 0, currency, source, description: null }).id
  }

  #complete(intent: Stripe.PaymentIntent, charge: Stripe.Charge, behaviour: TestMethod): void {
    intent.status = 'succeeded'
    intent.amount_received = charge.amount
    this.#events.record('payment_intent.succeeded', intent)
    if (behaviour.disputed) this.#timetable.plan('dispute', charge.id, this.#pauses.dispute)
  }

  /** Fails an attempt: the intent requires another payment method. */
  fail(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, error: Record<string, string>): void {
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
