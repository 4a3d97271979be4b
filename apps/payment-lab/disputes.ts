import type Stripe from 'stripe'
import type { Charges } from './charges.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Records } from './records.ts'
import { refused } from './stripe-error.ts'

/** Stripe's fee for a dispute, in minor units of the charge's currency. */
const disputeFee = 1500

/** The fields of a dispute nobody has answered yet. */
const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Disputes of charges: the money is withdrawn at once and returned if the dispute is won. */
export class Disputes {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder
  readonly #charges: Charges

  constructor(records: Records, clock: LabClock, events: EventRecorder, charges: Charges) {
    this.#records = records
    this.#clock = clock
    this.#events = events
    this.#charges = charges
  }

  /** Opens a dispute over the whole charge. A charge can be disputed once. */
  open(charge: Stripe.Charge, reason: string): Stripe.Dispute {
    if (charge.status !== 'succeeded')
      throw refused('charge_not_disputable', 'Only a successful charge is disputed.')
    if (charge.disputed)
      throw refused('charge_disputed', `Charge ${charge.id} has been charged back already.`)
    charge.disputed = true
    const created = this.#clock.seconds()
    const dispute = this.#records.add('dispute', {
      id: this.#records.newId('du_1'),
      object: 'dispute',
      amount: charge.amount,
      balance_transactions: [],
      charge: charge.id,
      created,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: { ...noEvidence },
      evidence_details: {
        due_by: created + 9 * 86_400,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      intended_submission_method: null,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason,
      status: 'needs_response',
    })
    this.#move(dispute, -charge.amount, disputeFee)
    this.#events.record('charge.dispute.created', dispute)
    this.#events.record('charge.dispute.funds_withdrawn', dispute)
    return dispute
  }

  /** Closes a dispute; if it is won, the money and the fee are returned. */
  close(dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
    if (dispute.status === 'won' || dispute.status === 'lost') {
      throw refused('dispute_closed', `Dispute ${dispute.id} is already ${dispute.status}.`)
    }
    const before = dispute.status
    dispute.status = status
    if (status === 'won') {
      this.#move(dispute, dispute.amount, -disputeFee)
      this.#events.record('charge.dispute.funds_reinstated', dispute)
    }
    this.#events.record('charge.dispute.closed', dispute, { status: before })
    return dispute
  }

  #move(dispute: Stripe.Dispute, amount: number, fee: number): void {
    dispute.balance_transactions.push(
      this.#charges.move({
        type: 'adjustment',
        amount,
        fee,
        currency: dispute.currency,
        source: dispute.id,
        description: `Chargeback for ${String(dispute.charge)}`,
        reportingCategory: amount < 0 ? 'dispute' : 'dispute_reversal',
      }),
    )
  }
}
