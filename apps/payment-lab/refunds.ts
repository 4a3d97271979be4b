import type Stripe from 'stripe'
import { price } from '#platform/kernel/money.ts'
import type { CashBalances } from './cash-balances.ts'
import type { Charges } from './charges.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import type { Pauses } from './payment-attempts.ts'
import type { Records } from './records.ts'
import { badParameter, refused } from './stripe-error.ts'
import type { Timetable } from './timetable.ts'

const createNames = [
  'payment_intent',
  'charge',
  'amount',
  'reason',
  'metadata',
  'currency',
  'instructions_email',
  'origin',
  'customer',
]

/** Refunds, which succeed at once or later, or fail. */
export class Refunds {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder
  readonly #charges: Charges
  readonly #balances: CashBalances
  readonly #timetable: Timetable
  readonly #pauses: Pauses

  constructor(parts: {
    records: Records
    clock: LabClock
    events: EventRecorder
    charges: Charges
    balances: CashBalances
    timetable: Timetable
    pauses: Pauses
  }) {
    this.#records = parts.records
    this.#clock = parts.clock
    this.#events = parts.events
    this.#charges = parts.charges
    this.#balances = parts.balances
    this.#timetable = parts.timetable
    this.#pauses = parts.pauses
  }

  create(input: Parameters): Stripe.Refund {
    input.only(...createNames)
    if (input.oneOf('origin', ['customer_balance']) !== null) return this.#giveBackBalance(input)
    const charge = this.#chargeOf(input)
    const amount = this.#refundable(charge, input.integer('amount'))
    const behaviour = this.#records.behaviour(charge.id).refund
    const refund = this.#records.add('refund', {
      ...blankRefund(
        this.#records.newId(charge.id.startsWith('py_') ? 'pyr_1' : 're_3'),
        this.#clock.seconds(),
      ),
      amount,
      charge: charge.id,
      currency: charge.currency,
      customer: charge.customer,
      metadata: input.metadata(),
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason: input.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']),
      status: behaviour === 'pending-first' ? 'pending' : 'succeeded',
      ...(behaviour === 'pending-first' ? { pending_reason: 'processing' as const } : {}),
      destination_details: { type: charge.payment_method_details?.type ?? 'card' },
    })
    refund.balance_transaction = this.#move(refund, -amount)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    this.#events.record('refund.created', refund)
    this.#events.record('charge.refunded', charge)
    if (behaviour === 'pending-first') this.#timetable.plan('settle-refund', refund.id, this.#pauses.refund)
    if (behaviour === 'fails-later') this.#timetable.plan('fail-refund', refund.id, this.#pauses.refund)
    return refund
  }

  /** Completes a pending refund. */
  succeed(refund: Stripe.Refund): void {
    if (refund.status !== 'pending') return
    refund.status = 'succeeded'
    delete refund.pending_reason
    this.#changed(refund, { status: 'pending' })
  }

  /** Fails a refund, also one that has succeeded: the bank returned the money. */
  fail(refund: Stripe.Refund, reason = 'expired_or_canceled_card'): void {
    if (refund.status === 'failed' || refund.status === 'canceled') return
    const before = refund.status
    refund.status = 'failed'
    refund.failure_reason = reason
    this.#recordReturn(refund)
    this.#events.record('refund.failed', refund)
    this.#changed(refund, { status: before })
  }

  cancel(refund: Stripe.Refund): Stripe.Refund {
    if (refund.status !== 'pending' && refund.status !== 'requires_action') {
      throw refused('refund_not_cancelable', `A refund with a status of ${refund.status} cannot be canceled.`)
    }
    const before = refund.status
    this.#timetable.drop('settle-refund', refund.id)
    this.#timetable.drop('fail-refund', refund.id)
    refund.status = 'canceled'
    this.#recordReturn(refund)
    this.#changed(refund, { status: before })
    return refund
  }

  /** Returns unapplied money of the cash balance to the customer's bank. */
  #giveBackBalance(input: Parameters): Stripe.Refund {
    const customer = this.#records.get('customer', input.requiredText('customer'), 'customer').id
    const currency = input.requiredText('currency').toLowerCase()
    const amount = input.requiredInteger('amount')
    if (amount < 1 || amount > this.#balances.available(customer, currency)) {
      throw badParameter('', 'amount', "The amount is more than the customer's cash balance.")
    }
    const refund = this.#records.add('refund', {
      ...blankRefund(this.#records.newId('pyr_1'), this.#clock.seconds()),
      amount,
      currency,
      customer,
      metadata: input.metadata(),
      status: 'pending',
      pending_reason: 'processing',
      destination_details: { type: 'customer_cash_balance' },
    })
    this.#balances.recordReturn(customer, currency, amount, 'return_initiated')
    this.#events.record('refund.created', refund)
    this.#timetable.plan('settle-refund', refund.id, this.#pauses.refund)
    return refund
  }

  #chargeOf(input: Parameters): Stripe.Charge {
    const intentId = input.text('payment_intent')
    const chargeId = input.text('charge')
    if (intentId === null && chargeId === null) {
      throw badParameter(
        'parameter_missing',
        'payment_intent',
        'One of the following params should be provided for this request: payment_intent or charge.',
      )
    }
    if (intentId === null) return this.#records.get('charge', chargeId ?? '', 'charge')
    const intent = this.#records.get('payment_intent', intentId, 'payment_intent')
    if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
      throw refused(
        'charge_not_refundable',
        `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      )
    }
    return this.#records.get('charge', intent.latest_charge)
  }

  #refundable(charge: Stripe.Charge, requested: number | null): number {
    const left = charge.amount - charge.amount_refunded
    if (charge.status !== 'succeeded') {
      throw refused('charge_not_refundable', `Charge ${charge.id} has not been captured.`)
    }
    if (charge.disputed && !this.#disputeAllowsRefund(charge)) {
      throw refused('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
    }
    if (left === 0) throw refused('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    if (requested === null) return left
    if (requested < 1) {
      throw badParameter(
        'parameter_invalid_integer',
        'amount',
        'This value must be greater than or equal to 1.',
      )
    }
    if (requested > left) {
      throw badParameter(
        '',
        'amount',
        `Refund amount (${price(requested, charge.currency)}) is greater than unrefunded amount on charge (${price(left, charge.currency)})`,
      )
    }
    return requested
  }

  #disputeAllowsRefund(charge: Stripe.Charge): boolean {
    return this.#records.all('dispute').some((each) => each.charge === charge.id && each.status === 'won')
  }

  #recordReturn(refund: Stripe.Refund): void {
    if (refund.charge === null) {
      this.#balances.recordReturn(String(refund.customer), refund.currency, refund.amount, 'return_canceled')
      return
    }
    const charge = this.#records.get('charge', String(refund.charge))
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    refund.failure_balance_transaction = this.#move(refund, refund.amount)
  }

  #move(refund: Stripe.Refund, amount: number): string {
    const description = amount < 0 ? 'REFUND FOR CHARGE' : 'REFUND FAILURE'
    const isPayment = String(refund.charge).startsWith('py_')
    const [refunded, failed] = isPayment
      ? (['payment_refund', 'payment_failure_refund'] as const)
      : (['refund', 'refund_failure'] as const)
    return this.#charges.move({
      type: amount < 0 ? refunded : failed,
      amount,
      fee: 0,
      currency: refund.currency,
      source: refund.id,
      description,
    }).id
  }

  #changed(refund: Stripe.Refund, before: Record<string, unknown>): void {
    this.#events.record('refund.updated', refund, before)
    if (refund.charge !== null) this.#events.record('charge.refund.updated', refund, before)
  }
}

function blankRefund(id: string, created: number): Stripe.Refund {
  return {
    id,
    object: 'refund',
    amount: 0,
    balance_transaction: null,
    charge: null,
    created,
    currency: 'usd',
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
