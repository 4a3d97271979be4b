import type Stripe from 'stripe'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { CashTransaction } from '../../domain/cash-balance.ts'
import type { ProviderRefusal } from '../../domain/events.ts'
import { appMark, isByTransfer, metadataKeys, orderIdOf } from '../../domain/facts.ts'
import type { Order } from '../../domain/order.ts'
import { amountAsked } from '../../domain/payments.ts'
import { type BankDetails, bankRows, cashTransactionOf, transferTypes } from './bank-transfer-objects.ts'
import type { PaymentOffer } from './intent-parameters.ts'
import type { OrderSignatures } from './order-signatures.ts'
import { providerError, refusalOf } from './provider-errors.ts'
import { isSpentKey, openStripe, type StripeConnection, unknownAsNull } from './stripe-connection.ts'
import { type MadeIntent, made } from './stripe-objects.ts'

/** A payment by bank transfer as Stripe made it. */
export interface MadeTransfer {
  intent: MadeIntent
  /** Null once it is paid: money of the balance may pay it in the moment in which it is made. */
  details: BankDetails | null
}

/** Bank transfers at Stripe: customers' cash balances, and payments that take money from them. */
export class StripeBankTransfers {
  readonly #connection: StripeConnection
  readonly #telemetry: Telemetry
  readonly #signatures: OrderSignatures
  readonly #offer: PaymentOffer
  #opened: Stripe | undefined

  constructor(
    connection: StripeConnection,
    telemetry: Telemetry,
    signatures: OrderSignatures,
    offer: PaymentOffer,
  ) {
    this.#connection = connection
    this.#telemetry = telemetry
    this.#signatures = signatures
    this.#offer = offer
  }

  get #stripe(): Stripe {
    this.#opened ??= openStripe(this.#connection)
    return this.#opened
  }

  /** The customer of an organization, made when there is none under its key. Nothing in it is about people. */
  async customer(organizationId: string): Promise<string> {
    const metadata = { [metadataKeys.app]: appMark, [metadataKeys.organizationId]: organizationId }
    const idempotencyKey = `customer:${organizationId}`
    return this.#call('customers.create', async () => {
      const customer = await this.#stripe.customers.create({ metadata }, { idempotencyKey })
      return customer.id
    })
  }

  /**
   * Makes and confirms the payment that was asked for under `idempotencyKey`; a repeat gives the same one.
   * @returns why Stripe will never make it, as when bank transfers are not switched on there
   */
  async pay(order: Order, customer: string, idempotencyKey: string): Promise<MadeTransfer | ProviderRefusal> {
    const { placed } = order
    if (placed === null) throw new Error(`Order ${order.id} is paid for before it is placed`)
    const type = transferTypes[placed.currency]
    if (type === undefined) return { code: 'currency', message: `No bank transfers of ${placed.currency}` }
    const parameters: Stripe.PaymentIntentCreateParams = {
      amount: amountAsked(order, idempotencyKey),
      currency: placed.currency,
      customer,
      confirm: true,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: {
        customer_balance: {
          funding_type: 'bank_transfer',
          bank_transfer: {
            type,
            ...(type === 'eu_bank_transfer' ? { eu_bank_transfer: { country: 'DE' } } : {}),
          },
        },
      },
      description: `${this.#offer.brandName}: ${placed.productName}`.slice(0, 1_000),
      metadata: this.#signatures.metadataOf(order),
    }
    return this.#call('paymentIntents.create', async () => {
      const lost = await this.#lost(order, customer, parameters.amount)
      if (lost !== null) return lost
      try {
        const intent = await this.#stripe.paymentIntents.create(parameters, { idempotencyKey })
        return { intent: made(intent), details: bankRows(intent) }
      } catch (error) {
        const refusal = isSpentKey(error) ? null : refusalOf(error)
        if (refusal === null) throw error
        return refusal
      }
    })
  }

  /**
   * The payment that was made while its answer got lost. Its key may not find it any more: Stripe forgets keys after a day, and
   * takes none with other contents, such as the signature of another secret.
   */
  async #lost(order: Order, customer: string, amount: number): Promise<MadeTransfer | null> {
    const known = Object.values(order.createdIntents)
    for await (const intent of this.#stripe.paymentIntents.list({ customer, limit: 100 })) {
      const isMeant = orderIdOf(intent.metadata) === order.id && intent.amount === amount
      if (isMeant && isByTransfer(intent) && intent.status !== 'canceled' && !known.includes(intent.id))
        return { intent: made(intent), details: bankRows(intent) }
    }
    return null
  }

  /** What a payment still waits for, in minor units; null when it waits for no transfer. */
  async remaining(intentId: string): Promise<number | null> {
    const intent = await this.#intent(intentId)
    return intent?.next_action?.display_bank_transfer_instructions?.amount_remaining ?? null
  }

  /** The order that a payment carries; null for one of another product. */
  async orderIdOf(intentId: string): Promise<string | null> {
    const intent = await this.#intent(intentId)
    return intent === null ? null : orderIdOf(intent.metadata)
  }

  #intent(intentId: string): Promise<Stripe.PaymentIntent | null> {
    return this.#call('paymentIntents.retrieve', () =>
      unknownAsNull(this.#stripe.paymentIntents.retrieve(intentId)),
    )
  }

  /** All that ever moved in a customer's cash balance, oldest first; [] for a customer that Stripe does not know. */
  async transactions(customer: string): Promise<CashTransaction[]> {
    return this.#call('customers.listCashBalanceTransactions', async () => {
      const found = await unknownAsNull(this.#transactions(customer))
      return (found ?? []).reverse()
    })
  }

  /** Newest first. Not by `autoPagingToArray`, which has a limit: of a part of the list the oldest would be missing. */
  async #transactions(customer: string): Promise<CashTransaction[]> {
    const found: CashTransaction[] = []
    for await (const one of this.#stripe.customers.listCashBalanceTransactions(customer, { limit: 100 }))
      found.push(cashTransactionOf(one))
    return found
  }

  /** Gives money of the cash balance to a payment that waits for it; `amount` in minor units. */
  async apply(intentId: string, amount: number, idempotencyKey: string): Promise<ProviderRefusal | null> {
    return this.#asked('paymentIntents.applyCustomerBalance', () =>
      this.#stripe.paymentIntents.applyCustomerBalance(intentId, { amount }, { idempotencyKey }),
    )
  }

  /**
   * Sends money of the cash balance back to the customer's bank, or asks at `email` for an account to send it to.
   * @param money minor units
   */
  async sendBack(
    customer: string,
    money: { amount: number; currency: string },
    email: string | null,
    idempotencyKey: string,
  ): Promise<ProviderRefusal | null> {
    return this.#asked('refunds.create', () =>
      this.#stripe.refunds.create(
        {
          origin: 'customer_balance',
          customer,
          ...money,
          ...(email === null ? {} : { instructions_email: email }),
          metadata: { [metadataKeys.app]: appMark },
        },
        { idempotencyKey },
      ),
    )
  }

  async #asked(name: string, work: () => Promise<unknown>): Promise<ProviderRefusal | null> {
    return this.#call(name, async () => {
      try {
        await work()
        return null
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === null) throw error
        return refusal
      }
    })
  }

  async #call<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#telemetry.time('external', `stripe ${name}`, work)
    } catch (error) {
      throw providerError(error)
    }
  }
}
