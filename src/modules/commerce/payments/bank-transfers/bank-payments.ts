import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Log } from '#platform/telemetry/log.ts'
import {
  observeTransferCreated,
  openTransferKey,
  renewTransfer,
  requestInvoice,
} from '../../domain/bank-payments.ts'
import { observe } from '../../domain/decisions.ts'
import { nextDue } from '../../domain/dues.ts'
import { factsOf } from '../../domain/facts.ts'
import type { Author } from '../../orders/author.ts'
import type { Loaded } from '../../orders/loaded.ts'
import { Observations } from '../../orders/observations.ts'
import { Orders } from '../../orders/orders.ts'
import { type MadeTransfer, StripeBankTransfers } from '../stripe/bank-transfers.ts'
import { digestOf } from '../stripe/stripe-objects.ts'
import { transferTables } from './tables.ts'
import { TransferInstructions } from './transfer-instructions.ts'

const day = 24 * 3_600_000

/** Invoices that are paid into a cash balance at Stripe: asks for the payment whose account and reference the invoice prints. */
export class BankPayments {
  static readonly needs = {
    database: Database,
    orders: Orders,
    observations: Observations,
    stripe: StripeBankTransfers,
    clock: Clock,
    log: Log,
    instructions: TransferInstructions,
  }
  readonly #parts: Given<typeof BankPayments.needs>

  constructor(parts: Given<typeof BankPayments.needs>) {
    this.#parts = parts
  }

  /**
   * Continues an order from its present state: asks Stripe for the payment that the order wants, and makes the invoice that waits for its
   * account. Does nothing for an order that wants none. @throws AppError unavailable; the same call may be repeated
   */
  async goOn(loaded: Loaded, author: Author): Promise<Loaded> {
    const { order } = loaded
    const renewed =
      renewTransfer(order).length === 0
        ? loaded
        : await this.#parts.orders.change(order.id, author, (now) => renewTransfer(now.order))
    const key = openTransferKey(renewed.order)
    const { placed, invoiceRequested, dues } = renewed.order
    if (key !== null && placed?.organizationId) return this.#ask(renewed, key, placed.organizationId, author)
    const isWaiting = invoiceRequested === null && Object.values(dues).some((due) => due.method === 'invoice')
    return isWaiting ? this.#parts.orders.change(order.id, author, (now) => invoiceOf(now)) : renewed
  }

  async #ask(loaded: Loaded, key: string, organizationId: string, author: Author): Promise<Loaded> {
    const orderId = loaded.order.id
    const customer = await this.#customerOf(organizationId)
    const made = await this.#parts.stripe.pay(loaded.order, customer, key)
    if ('code' in made) {
      this.#parts.log.logger.error(
        { orderId, ...made },
        'Stripe makes no bank transfer; the own account is printed',
      )
      if (!(await this.#parts.instructions.hasAccount()))
        throw new AppError(
          'unavailable',
          'INVOICE_UNAVAILABLE',
          `Stripe says: ${made.message}. No bank account is set`,
        )
      return this.#parts.orders.change(orderId, author, (now) => invoiceOf(now))
    }
    await this.#keep(orderId, customer, made)
    const { id: intentId, seen: intent } = made.intent
    const isPaid = intent.latest_charge !== null
    const facts = isPaid ? [] : factsOf({ intent, attempts: 0, refunds: [], disputes: [] }, digestOf)
    const asked = await this.#parts.orders.change(orderId, author, (now) => [
      ...observeTransferCreated(now.order, { intentId, idempotencyKey: key }),
      ...observe(now.order, facts),
      ...(isPaid ? [] : invoiceOf(now)),
    ])
    // Money of the balance may have gone to it at once, in part or in full.
    const seen = await this.#parts.observations.observe(intentId, author)
    if (!isPaid) return seen.outcome === 'applied' ? seen.loaded : asked
    return this.#parts.orders.change(orderId, author, (now) => invoiceOf(now))
  }

  /** One customer at Stripe for each organization. */
  async #customerOf(organizationId: string): Promise<string> {
    const find = () =>
      this.#tables
        .selectFrom('commerce_stripe_customer')
        .select('customerId')
        .where('organizationId', '=', organizationId)
        .executeTakeFirst()
    const known = await find()
    if (known !== undefined) return known.customerId
    const customerId = await this.#parts.stripe.customer(organizationId)
    await this.#tables
      .insertInto('commerce_stripe_customer')
      .values({ organizationId, customerId, createdAt: this.#parts.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await find())?.customerId ?? customerId
  }

  async #keep(orderId: string, customerId: string, { intent, details }: MadeTransfer): Promise<void> {
    await this.#tables
      .insertInto('commerce_bank_payment')
      .values({
        intentId: intent.id,
        orderId,
        customerId,
        rows: JSON.stringify(details?.rows ?? []) as never,
        reference: details?.reference ?? '',
        madeAt: this.#parts.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  get #tables() {
    return transferTables(this.#parts.database.sql)
  }
}

/** The invoice with the days that were agreed when the order was placed. */
function invoiceOf({ order, span }: Loaded) {
  const due = nextDue(order, 0)
  const netMs = due === null ? 0 : new Date(due.dueAt).getTime() - span.createdAt.getTime()
  const by = `customer:${order.placed?.buyerId}`
  return requestInvoice(order, { netDays: Math.max(0, Math.round(netMs / day)), by })
}
