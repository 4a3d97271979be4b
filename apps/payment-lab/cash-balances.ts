import type Stripe from 'stripe'
import { type TransferType, transferType, virtualAccount } from './bank-accounts.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { PaymentAttempts } from './payment-attempts.ts'
import type { Records } from './records.ts'
import { badParameter, refused } from './stripe-error.ts'

type Transaction = Stripe.CustomerCashBalanceTransaction

/** Money that arrived at the virtual bank account of a customer. */
export interface Funding {
  amount: number
  currency: string
  /** The sender's reference; Stripe compares it with the references of open payments. */
  reference: string | null
  senderName?: string
}

const isOpen = (intent: Stripe.PaymentIntent): boolean =>
  intent.status === 'requires_action' && intent.next_action?.type === 'display_bank_transfer_instructions'

const compact = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toUpperCase()

/** Cash balances of customers: bank transfers add to them, open payments take from them. */
export class CashBalances {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder
  readonly #attempts: PaymentAttempts
  readonly #publicUrl: () => string

  constructor(parts: {
    records: Records
    clock: LabClock
    events: EventRecorder
    attempts: PaymentAttempts
    publicUrl: () => string
  }) {
    this.#records = parts.records
    this.#clock = parts.clock
    this.#events = parts.events
    this.#attempts = parts.attempts
    this.#publicUrl = parts.publicUrl
  }

  /** Starts a confirmed payment by bank transfer: applies the balance and requests the rest. */
  await(intent: Stripe.PaymentIntent): void {
    const customer = String(intent.customer)
    const options = intent.payment_method_options?.customer_balance?.bank_transfer
    const param = 'payment_method_options[customer_balance][bank_transfer][type]'
    const type = transferType(intent.currency, options?.type ?? null, param)
    const reference = this.#records.newId('', 12).toUpperCase()
    this.#records.note(intent.id, { reference })
    intent.status = 'requires_action'
    intent.last_payment_error = null
    intent.next_action = {
      type: 'display_bank_transfer_instructions',
      display_bank_transfer_instructions: {
        amount_remaining: intent.amount,
        currency: intent.currency,
        financial_addresses: virtualAccount(customer, type),
        hosted_instructions_url: `${this.#publicUrl()}/lab/transfers/${intent.id}?client_secret=${intent.client_secret}`,
        reference,
        type,
      },
    }
    this.#events.record('payment_intent.requires_action', intent)
    if (this.mode(customer) === 'automatic') this.#reconcile(customer, intent.currency, null)
  }

  /** Adds a received transfer. Automatic mode applies it to open payments: by reference, by exact amount, then the oldest. */
  fund(customer: string, funding: Funding): Transaction {
    const type = transferType(funding.currency, null, 'currency')
    if (funding.amount < 1) throw badParameter('parameter_invalid_integer', 'amount', 'Invalid amount.')
    const transaction = this.#enter(customer, funding.currency, funding.amount, {
      type: 'funded',
      funded: { bank_transfer: sentBy(type, funding) },
    })
    if (this.mode(customer) === 'automatic') this.#reconcile(customer, funding.currency, funding.reference)
    if (this.available(customer, funding.currency) > 0) {
      this.#events.record('cash_balance.funds_available', this.show(customer))
    }
    return transaction
  }

  /** Reverses a transfer: the amount is taken from the balance, from open payments, then from the account's own balance. */
  reverse(funded: Transaction): Transaction {
    if (funded.type !== 'funded' || this.#records.noted(funded.id)) {
      throw refused('', `The transaction ${funded.id} cannot be reversed.`)
    }
    const { currency, net_amount: amount } = funded
    const customer = String(funded.customer)
    for (const intent of this.#openOf(customer, currency).reverse()) {
      if (this.available(customer, currency) < amount) this.release(intent)
    }
    const reversal = this.#enter(customer, currency, -amount, { type: 'funding_reversed' })
    this.#records.note(funded.id, { reversed: reversal.id })
    const missing = -this.available(customer, currency)
    if (missing > 0) {
      const moved = this.#attempts.adjust(-missing, currency, reversal.id)
      this.#enter(customer, currency, missing, {
        type: 'adjusted_for_overdraft',
        adjusted_for_overdraft: { balance_transaction: moved, linked_transaction: reversal.id },
      })
    }
    return reversal
  }

  /** Applies the balance to a payment: `amount`, or all that is open if null. */
  apply(intent: Stripe.PaymentIntent, amount: number | null): Stripe.PaymentIntent {
    const requested = amount ?? this.#remaining(intent)
    if (!isOpen(intent)) {
      throw refused('payment_intent_unexpected_state', `This PaymentIntent has a status of ${intent.status}.`)
    }
    if (requested > this.available(String(intent.customer), intent.currency)) {
      throw refused('insufficient_funds', "The customer's cash balance is not sufficient.")
    }
    this.#apply(intent, Math.min(requested, this.#remaining(intent)))
    return intent
  }

  /** Returns the money applied to an open payment to the balance, when it is cancelled or the transfer is reversed. */
  release(intent: Stripe.PaymentIntent): void {
    const held = intent.amount - this.#remaining(intent)
    if (!isOpen(intent) || held === 0) return
    this.#setRemaining(intent, intent.amount)
    this.#enter(String(intent.customer), intent.currency, held, {
      type: 'unapplied_from_payment',
      unapplied_from_payment: { payment_intent: intent.id },
    })
  }

  /** Records that money of the balance is being returned to the customer's bank, or that the return was cancelled. */
  recordReturn(
    customer: string,
    currency: string,
    amount: number,
    type: 'return_initiated' | 'return_canceled',
  ): void {
    this.#enter(customer, currency, type === 'return_initiated' ? -amount : amount, { type })
  }

  available(customer: string, currency: string): number {
    return this.#transactionsOf(customer)
      .filter((each) => each.currency === currency)
      .reduce((sum, each) => sum + each.net_amount, 0)
  }

  mode(customer: string): 'automatic' | 'manual' {
    return (this.#records.noted(customer) as { mode?: 'manual' } | undefined)?.mode ?? 'automatic'
  }

  setMode(customer: string, mode: 'automatic' | 'manual' | 'merchant_default'): void {
    this.#records.note(customer, mode === 'manual' ? { mode } : {})
  }

  show(customer: string): Stripe.CashBalance {
    const currencies = new Set(this.#transactionsOf(customer).map(({ currency }) => currency))
    const available = [...currencies].map(
      (currency) => [currency, this.available(customer, currency)] as const,
    )
    const mode = this.mode(customer)
    return {
      object: 'cash_balance',
      available: available.length === 0 ? null : Object.fromEntries(available),
      customer,
      customer_account: null,
      livemode: false,
      settings: { reconciliation_mode: mode, using_merchant_default: mode === 'automatic' },
    }
  }

  #reconcile(customer: string, currency: string, reference: string | null): void {
    const sent = compact(reference ?? '')
    const named = (intent: Stripe.PaymentIntent): boolean => {
      const own = intent.next_action?.display_bank_transfer_instructions?.reference ?? ''
      return own !== '' && sent.includes(compact(own))
    }
    for (;;) {
      const open = this.#openOf(customer, currency)
      const money = this.available(customer, currency)
      const exact = open.find((each) => this.#remaining(each) === money)
      const next = open.find(named) ?? exact ?? open[0]
      if (!next || money <= 0) return
      this.#apply(next, Math.min(money, this.#remaining(next)))
    }
  }

  #apply(intent: Stripe.PaymentIntent, amount: number): void {
    this.#enter(String(intent.customer), intent.currency, -amount, {
      type: 'applied_to_payment',
      applied_to_payment: { payment_intent: intent.id },
    })
    this.#setRemaining(intent, this.#remaining(intent) - amount)
    if (this.#remaining(intent) > 0) {
      this.#events.record('payment_intent.partially_funded', intent)
      return
    }
    intent.next_action = null
    const method = this.#records.get('payment_method', String(intent.payment_method))
    this.#attempts.charge(intent, method, this.#records.behaviour(method.id))
  }

  #remaining(intent: Stripe.PaymentIntent): number {
    return intent.next_action?.display_bank_transfer_instructions?.amount_remaining ?? 0
  }

  #setRemaining(intent: Stripe.PaymentIntent, amount: number): void {
    const shown = intent.next_action?.display_bank_transfer_instructions
    if (shown) shown.amount_remaining = amount
  }

  #openOf(customer: string, currency: string): Stripe.PaymentIntent[] {
    return this.#records
      .all('payment_intent')
      .filter((each) => isOpen(each) && each.customer === customer && each.currency === currency)
  }

  #transactionsOf(customer: string): Transaction[] {
    return this.#records.all('customer_cash_balance_transaction').filter((each) => each.customer === customer)
  }

  #enter(
    customer: string,
    currency: string,
    amount: number,
    kind: Pick<Transaction, 'type'> & Partial<Transaction>,
  ): Transaction {
    const transaction = this.#records.add('customer_cash_balance_transaction', {
      id: this.#records.newId('ccsbtxn_1'),
      object: 'customer_cash_balance_transaction',
      created: this.#clock.seconds(),
      currency,
      customer,
      customer_account: null,
      ending_balance: this.available(customer, currency) + amount,
      livemode: false,
      net_amount: amount,
      ...kind,
    })
    this.#events.record('customer_cash_balance_transaction.created', transaction)
    return transaction
  }
}

function sentBy(
  type: TransferType,
  funding: Funding,
): Stripe.CustomerCashBalanceTransaction.Funded.BankTransfer {
  const sender_name = funding.senderName ?? 'Sample Business GmbH'
  const details = {
    us_bank_transfer: { us_bank_transfer: { network: 'ach', sender_name } },
    eu_bank_transfer: { eu_bank_transfer: { bic: 'BANKDEAAXXX', iban_last4: '7089', sender_name } },
    gb_bank_transfer: {
      gb_bank_transfer: { account_number_last4: '6789', sender_name, sort_code: '108800' },
    },
  }
  return { type, reference: funding.reference, ...details[type] }
}
