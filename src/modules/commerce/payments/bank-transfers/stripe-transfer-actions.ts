import { Database } from '#platform/database/database.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { awaitedTransfer } from '../../domain/bank-payments.ts'
import type { ProviderRefusal } from '../../domain/events.ts'
import { tooMuch } from '../../domain/transfer.ts'
import type { Author } from '../../orders/author.ts'
import { buyerOf } from '../../orders/buyers.ts'
import { CashBalances } from '../../orders/cash-balances.ts'
import { Orders } from '../../orders/orders.ts'
import { StripeBankTransfers } from '../stripe/bank-transfers.ts'
import { transferTables } from './tables.ts'
import { Transfers } from './transfers.ts'

/** What finance decides about money that lies in a cash balance: Stripe does it, and the ledger follows. */
export class StripeTransferActions {
  static readonly needs = {
    database: Database,
    orders: Orders,
    transfers: Transfers,
    stripe: StripeBankTransfers,
    balances: CashBalances,
  }
  readonly #parts: Given<typeof StripeTransferActions.needs>

  constructor(parts: Given<typeof StripeTransferActions.needs>) {
    this.#parts = parts
  }

  /** Whose cash balance a transfer arrived in; null for money on the seller's own account. */
  async customerOf(transferId: string): Promise<string | null> {
    const row = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_stripe_transfer')
      .select('customerId')
      .where('transferId', '=', transferId)
      .executeTakeFirst()
    return row?.customerId ?? null
  }

  /** @throws AppError conflict `TRANSFER_AT_STRIPE` for money that only Stripe can move. */
  async refuse(transferId: string): Promise<void> {
    if ((await this.customerOf(transferId)) === null) return
    throw new AppError(
      'conflict',
      'TRANSFER_AT_STRIPE',
      'This money is at Stripe, where a payment of the order took it. Refund the payment of the order instead.',
    )
  }

  /**
   * Gives money of the balance to the payment of an order that waits for it.
   * @param of amount in minor units; what the payment lacks and the transfer has when null
   * @throws AppError invalid at `orderId` when no payment of the order waits for money of this balance; conflict `TRANSFER_AMOUNT`,
   *   `TRANSFER_REFUSED`
   */
  async apply(
    transferId: string,
    customer: string,
    of: { orderId: string; amount: number | null; requestId: string },
    author: Author,
  ): Promise<void> {
    const { order } = await this.#parts.orders.load(of.orderId)
    const intentId = awaitedTransfer(order)?.intentId ?? ''
    const payment = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_bank_payment')
      .select('intentId')
      .where('intentId', '=', intentId)
      .where('customerId', '=', customer)
      .executeTakeFirst()
    if (payment === undefined)
      throw refusedField(
        'TRANSFER_NOT_TAKEN',
        'orderId',
        'this money is at Stripe: only an invoice of the same organization that waits for a transfer there can take it',
      )
    const { unassigned } = await this.#parts.transfers.get(transferId)
    const remaining = (await this.#parts.stripe.remaining(intentId)) ?? 0
    const amount = of.amount ?? Math.min(unassigned, remaining)
    if (amount < 1 || amount > unassigned || amount > remaining) throw tooMuch()
    refuseWith(await this.#parts.stripe.apply(intentId, amount, `apply:${of.requestId}`))
    await this.#parts.balances.follow(customer, author)
  }

  /**
   * Sends unassigned money back to the customer's bank; Stripe asks by mail for an account where it knows none.
   * @throws AppError conflict `TRANSFER_AMOUNT`, `TRANSFER_REFUSED`
   */
  async sendBack(
    transferId: string,
    customer: string,
    { amount, requestId }: { amount: number; requestId: string },
    author: Author,
  ): Promise<void> {
    const { unassigned, currency } = await this.#parts.transfers.get(transferId)
    if (amount < 1 || amount > unassigned) throw tooMuch()
    const email = await this.#emailOf(customer)
    refuseWith(
      await this.#parts.stripe.sendBack(customer, { amount, currency }, email, `return:${requestId}`),
    )
    await this.#parts.balances.follow(customer, author)
  }

  /** Of the account that placed the newest order that waited for money of this balance. */
  async #emailOf(customer: string): Promise<string | null> {
    const newest = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_bank_payment')
      .select('orderId')
      .where('customerId', '=', customer)
      .orderBy('madeAt', 'desc')
      .executeTakeFirst()
    if (newest === undefined) return null
    const email = (await buyerOf(this.#parts.database.sql, newest.orderId))?.buyer.email ?? ''
    return email.includes('@') ? email : null
  }
}

function refuseWith(refusal: ProviderRefusal | null): void {
  if (refusal === null) return
  throw new AppError('conflict', 'TRANSFER_REFUSED', `Stripe refused this. It says: ${refusal.message}`)
}
