import type Stripe from 'stripe'
import type { Charges } from './charges.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Records } from './records.ts'
import { refused } from './stripe-error.ts'

/** What a payout is made of; the transactions of a manual one are not known, as at Stripe. */
interface Wanted {
  currency: string
  automatic: boolean
  /** Minor units of a manual payout; an automatic one takes all that waits. */
  amount?: number | undefined
}

/** Payouts to the bank account: automatic ones take every movement of their currency that was not paid out yet. */
export class Payouts {
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

  /** Null when nothing waits. The payout is on its way; `arrive` and `fail` say how it ends. */
  send({ currency, automatic, amount }: Wanted): Stripe.Payout | null {
    const waiting = this.#records
      .all('balance_transaction')
      .filter((each) => each.currency === currency && this.payoutOf(each.id) === undefined)
      // Manual payouts took their own; Stripe knows no more of them.
      .filter(({ type }) => type !== 'payout')
    const sum = automatic ? waiting.reduce((total, { net }) => total + net, 0) : (amount ?? 0)
    if (sum === 0) return null
    const created = this.#clock.seconds()
    const id = this.#records.newId('po_1')
    const payout = this.#records.add('payout', {
      id,
      object: 'payout',
      amount: sum,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: Math.floor(created / 86_400) * 86_400 + 2 * 86_400,
      automatic,
      balance_transaction: null,
      created,
      currency,
      description: automatic ? 'STRIPE PAYOUT' : null,
      destination: 'ba_1PaymentLab',
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: {},
      method: 'standard',
      original_payout: null,
      payout_method: null,
      reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: null,
      status: 'in_transit',
      trace_id: { status: 'pending', value: null },
      type: 'bank_account',
    })
    const own = this.#move(payout, 'payout', -sum)
    payout.balance_transaction = own.id
    if (automatic)
      for (const each of [...waiting, own]) {
        this.#records.note(each.id, { payout: id })
        each.status = 'available'
      }
    this.#events.record('payout.created', payout)
    return payout
  }

  /** Which transactions an automatic payout has, is known a while after it was made. */
  reconcile(payout: Stripe.Payout): Stripe.Payout {
    if (!payout.automatic) throw refused('payout_not_automatic', 'Only automatic payouts are reconciled.')
    payout.reconciliation_status = 'completed'
    this.#events.record('payout.reconciliation_completed', payout)
    return payout
  }

  arrive(payout: Stripe.Payout): Stripe.Payout {
    payout.status = 'paid'
    this.#events.record('payout.paid', payout)
    return payout
  }

  /** The bank does not accept it, or returns it days after it was paid: the money is in the balance again. */
  fail(payout: Stripe.Payout, code = 'account_closed'): Stripe.Payout {
    if (payout.status === 'failed') throw refused('payout_failed', 'The payout has failed already.')
    payout.status = 'failed'
    payout.failure_code = code
    payout.failure_message = 'The bank account has been closed.'
    payout.failure_balance_transaction = this.#move(payout, 'payout_failure', payout.amount).id
    this.#events.record('payout.failed', payout)
    return payout
  }

  /** The automatic payout that took a movement; undefined while it waits. */
  payoutOf(transactionId: string): string | undefined {
    return (this.#records.noted(transactionId) as { payout?: string } | undefined)?.payout
  }

  #move(payout: Stripe.Payout, type: 'payout' | 'payout_failure', amount: number): Stripe.BalanceTransaction {
    return this.#charges.move({
      type,
      amount,
      fee: 0,
      currency: payout.currency,
      source: payout.id,
      description: 'STRIPE PAYOUT',
    })
  }
}
