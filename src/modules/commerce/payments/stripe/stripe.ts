import type Stripe from 'stripe'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { ProviderRefusal } from '../../domain/events.ts'
import { appMark, metadataKeys, orderIdOf, type Question, type Sighting } from '../../domain/facts.ts'
import type { Order, RefundRequest } from '../../domain/order.ts'
import { amountAsked } from '../../domain/payments.ts'
import { intentParameters, type PaymentOffer } from './intent-parameters.ts'
import { missingRights, type Right } from './key-rights.ts'
import type { OrderSignatures } from './order-signatures.ts'
import { providerError, refusalOf } from './provider-errors.ts'
import { sightingOf } from './sighting.ts'
import { isSpentKey, openStripe, type StripeConnection, unknownAsNull } from './stripe-connection.ts'
import { eventOf } from './stripe-event.ts'
import { listIntents, listMovements } from './stripe-lists.ts'
import { type BalanceMovement, type MadeIntent, made, seconds } from './stripe-objects.ts'
import { stripeSdk } from './stripe-sdk.ts'

/** The Stripe account as this product sees it. Every call is timed; what fails there is a `ProviderError` or `unavailable`. */
export class StripeAccount {
  readonly publishableKey: string
  /** Whether the events of this account move real money. */
  readonly livemode: boolean
  readonly #connection: StripeConnection
  #opened: Stripe | undefined
  readonly #telemetry: Telemetry
  readonly #signatures: OrderSignatures
  readonly #offer: PaymentOffer

  constructor(
    connection: StripeConnection,
    telemetry: Telemetry,
    signatures: OrderSignatures,
    offer: PaymentOffer,
  ) {
    this.publishableKey = connection.publishableKey
    this.livemode = /^(sk|rk)_live_/.test(connection.secretKey)
    this.#telemetry = telemetry
    this.#signatures = signatures
    this.#offer = offer
    this.#connection = connection
  }

  /** The page of a payment in Stripe's dashboard; null where the payment lab replaces Stripe. */
  pageOf(intentId: string): string | null {
    if (this.publishableKey === paymentLabKeys.publishableKey) return null
    return `https://dashboard.stripe.com/${this.livemode ? '' : 'test/'}payments/${intentId}`
  }

  get #stripe(): Stripe {
    this.#opened ??= openStripe(this.#connection)
    return this.#opened
  }

  /**
   * Makes the order's payment intent; a repeat under the same key gives the same intent. Null when Stripe keeps
   * repeating a failure that it stored under this key: the key is spent, whatever has become of the intent.
   */
  async createIntent(order: Order, idempotencyKey: string): Promise<MadeIntent | null> {
    const placed = order.placed
    if (placed === null) throw new Error(`Order ${order.id} is paid for before it is placed`)
    const metadata = this.#signatures.metadataOf(order)
    return this.#call('paymentIntents.create', async () => {
      try {
        const intent = await this.#stripe.paymentIntents.create(
          intentParameters(amountAsked(order, idempotencyKey), placed, metadata, this.#offer),
          { idempotencyKey },
        )
        return made(intent)
      } catch (error) {
        if (isSpentKey(error)) return null
        throw error
      }
    })
  }

  /** The rights to read that the key lacks. @throws what the SDK throws, wrapped: a key that Stripe refuses is named by `refusesKey`. */
  async missingRights(): Promise<Right[]> {
    return this.#call('rights', () => missingRights(this.#stripe))
  }

  /** The endpoints that Stripe sends webhooks to; null where the key may not read them. */
  async webhookEndpoints(): Promise<{ url: string; enabled: boolean; events: string[] }[] | null> {
    return this.#call('webhookEndpoints.list', async () => {
      try {
        const { data } = await this.#stripe.webhookEndpoints.list({ limit: 100 })
        return data.map(({ url, status, enabled_events: events }) => {
          return { url, enabled: status === 'enabled', events }
        })
      } catch (error) {
        if (error instanceof stripeSdk().errors.StripePermissionError) return null
        throw error
      }
    })
  }

  /** The intent as its buyer's browser needs it; null when Stripe does not know it. */
  async intent(intentId: string): Promise<MadeIntent | null> {
    const intent = await this.#call('paymentIntents.retrieve', () =>
      unknownAsNull(this.#stripe.paymentIntents.retrieve(intentId)),
    )
    return intent === null ? null : made(intent)
  }

  /** The intent over `amount` (absent: over any) that carries this order's id, made since `since`: for when the answer to `createIntent` got lost for good. */
  async findIntent(orderId: string, since: Date, amount?: number): Promise<MadeIntent | null> {
    return this.#call('paymentIntents.list', async () => {
      for await (const intent of this.#stripe.paymentIntents.list({
        created: { gte: seconds(since) },
        limit: 100,
      })) {
        const isIt = orderIdOf(intent.metadata) === orderId && intent.amount === (amount ?? intent.amount)
        if (isIt && intent.status !== 'canceled') return made(intent)
      }
      return null
    })
  }

  /** The page at Stripe on which the buyer confirms deposits to their bank account; null when there is none (any more). */
  async verificationUrl(intentId: string): Promise<string | null> {
    const intent = await this.#call('paymentIntents.retrieve', () =>
      unknownAsNull(this.#stripe.paymentIntents.retrieve(intentId)),
    )
    return intent?.next_action?.verify_with_microdeposits?.hosted_verification_url ?? null
  }

  /** Cancels an unpaid intent; silent when it cannot be cancelled any more: the next look says what it is. */
  async cancelIntent(intentId: string): Promise<void> {
    await this.#call('paymentIntents.cancel', async () => {
      try {
        await this.#stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' })
      } catch (error) {
        if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error
      }
    })
  }

  /**
   * Asks for a refund; null when Stripe took it, else why it refuses it for good.
   * @param instructionsEmail where Stripe may ask for the bank account of a payment by bank transfer
   */
  async refund(
    order: Order,
    request: RefundRequest,
    instructionsEmail: string | null,
  ): Promise<ProviderRefusal | null> {
    return this.#call('refunds.create', async () => {
      try {
        await this.#stripe.refunds.create(
          {
            payment_intent: request.intentId,
            amount: request.amount,
            ...(instructionsEmail === null ? {} : { instructions_email: instructionsEmail }),
            metadata: {
              [metadataKeys.app]: appMark,
              [metadataKeys.orderId]: order.id,
              [metadataKeys.refundKey]: request.idempotencyKey,
            },
          },
          { idempotencyKey: request.idempotencyKey },
        )
        return null
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === null) throw error
        return refusal
      }
    })
  }

  /** What Stripe knows about one payment now; null when it knows no such intent. */
  async look(intentId: string, question: Question = {}): Promise<Sighting | null> {
    return this.#call('paymentIntents.look', () =>
      sightingOf(this.#stripe, this.#signatures, intentId, question),
    )
  }

  /** How the payment was made, for the receipt, as Stripe says it now. */
  async paymentMethod(
    intentId: string,
  ): Promise<{ brand: string; last4: string | null; paidAt: Date; receiptUrl: string | null } | null> {
    const intent = await this.#call('paymentIntents.retrieve', () =>
      unknownAsNull(this.#stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })),
    )
    const charge = intent?.latest_charge
    if (charge === null || charge === undefined || typeof charge === 'string') return null
    const details = charge.payment_method_details
    const brand = details?.card?.brand ?? details?.type ?? 'card'
    return {
      brand,
      last4: details?.card?.last4 ?? null,
      paidAt: new Date(charge.created * 1000),
      receiptUrl: charge.receipt_url ?? null,
    }
  }

  /** The payment intent of a checkout session; null when Stripe knows no such session, or it has none. */
  async intentOfSession(sessionId: string): Promise<string | null> {
    const session = await this.#call('checkout.sessions.retrieve', () =>
      unknownAsNull(this.#stripe.checkout.sessions.retrieve(sessionId)),
    )
    const intent = session?.payment_intent ?? null
    return intent === null || typeof intent === 'string' ? intent : intent.id
  }

  /** Ids of all intents touched since `since`: made, refunded or disputed; with the order id each carries for us. */
  async intentsSince(since: Date): Promise<Map<string, string | null>> {
    return this.#call('account.list', () => listIntents(this.#stripe, since))
  }

  /** Payments of ours, and customers whose cash balance moved, that events between two moments are about which Stripe could not deliver here. */
  async undelivered(since: Date, until: Date): Promise<{ intents: Set<string>; customers: Set<string> }> {
    return this.#call('events.list', async () => {
      const found = { intents: new Set<string>(), customers: new Set<string>() }
      const created = { gte: seconds(since), lte: seconds(until) }
      for await (const event of this.#stripe.events.list({ delivery_success: false, created, limit: 100 })) {
        const { intentId, customerId, isForeign } = eventOf(event)
        if (customerId !== null) found.customers.add(customerId)
        else if (intentId !== null && !isForeign) found.intents.add(intentId)
      }
      return found
    })
  }

  /** What another file of this folder asks. */
  ask<T>(name: string, work: (stripe: Stripe) => Promise<T>): Promise<T> {
    return this.#call(name, () => work(this.#stripe))
  }

  /** Movements of the account's balance between two moments, page by page, with the payment that each belongs to. */
  async *movementPages(since: Date, until: Date): AsyncGenerator<BalanceMovement[]> {
    let after: string | null = null
    do {
      const asked: { since: Date; until: Date; after: string | null } = { since, until, after }
      const page: Awaited<ReturnType<typeof listMovements>> = await this.#call(
        'balanceTransactions.list',
        () => listMovements(this.#stripe, asked),
      )
      yield page.movements
      after = page.next
    } while (after !== null)
  }

  async #call<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#telemetry.time('external', `stripe ${name}`, work)
    } catch (error) {
      throw providerError(error)
    }
  }
}
