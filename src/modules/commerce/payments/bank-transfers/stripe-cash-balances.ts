import { createHash } from 'node:crypto'
import { Database } from '#platform/database/database.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Log } from '#platform/telemetry/log.ts'
import { observeApplied, observeWithdrawn } from '../../domain/bank-payments.ts'
import {
  allocate,
  type CashMovement,
  type CashTransaction,
  withoutPaymentsElsewhere,
} from '../../domain/cash-balance.ts'
import type { Author } from '../../orders/author.ts'
import { CashBalances } from '../../orders/cash-balances.ts'
import { StripeBankTransfers } from '../stripe/bank-transfers.ts'
import { transferTables } from './tables.ts'
import { transferIdOf } from './transfer-id.ts'
import { Transfers } from './transfers.ts'

/** Customers' cash balances, as the ledger of transfers: each transaction at Stripe counts once, however often it is asked for. */
export class StripeCashBalances extends CashBalances {
  static readonly needs = {
    database: Database,
    stripe: StripeBankTransfers,
    transfers: Transfers,
    log: Log,
  }
  readonly #parts: Given<typeof StripeCashBalances.needs>

  constructor(parts: Given<typeof StripeCashBalances.needs>) {
    super()
    this.#parts = parts
  }

  override async follow(customerId: string, author: Author, organizationId?: string | null): Promise<void> {
    // A customer of another product of the account does not belong to this site.
    if (!organizationId && (await this.#organizationOf(customerId)) === null) return
    const transactions = await this.#parts.stripe.transactions(customerId)
    const orders = await this.#ordersOf(transactions)
    const movements = allocate(withoutPaymentsElsewhere(transactions, (intentId) => orders.has(intentId)))
    const known = await this.#known(transactions)
    for (const movement of movements)
      if (!known.has(keyOf(movement))) await this.#record(movement, orders, customerId, author)
  }

  override async followAll(author: Author, stopped: () => boolean): Promise<void> {
    const customers = await this.#tables
      .selectFrom('commerce_stripe_customer')
      .select('customerId')
      .orderBy('createdAt')
      .orderBy('customerId')
      .execute()
    for (const { customerId: customer } of customers)
      if (!stopped())
        // One balance that cannot be followed keeps no other one waiting.
        await this.follow(customer, author).catch((err: unknown) =>
          this.#parts.log.logger.error({ err, customer }, 'a cash balance at Stripe could not be followed'),
        )
  }

  async #organizationOf(customerId: string): Promise<string | null> {
    const row = await this.#tables
      .selectFrom('commerce_stripe_customer')
      .select('organizationId')
      .where('customerId', '=', customerId)
      .executeTakeFirst()
    return row?.organizationId ?? null
  }

  get #tables() {
    return transferTables(this.#parts.database.sql)
  }

  /** What of a balance is recorded. */
  async #known(transactions: readonly CashTransaction[]): Promise<Set<string>> {
    const ids = transactions.filter(({ amount }) => amount > 0).map(({ id }) => transferIdOf(digestOf(id)))
    if (ids.length === 0) return new Set()
    const of = <T extends string>(column: T) => [column, 'in', ids] as const
    const [transfers, uses, returns] = await Promise.all([
      this.#tables
        .selectFrom('commerce_transfer')
        .select('id')
        .where(...of('id'))
        .execute(),
      this.#tables
        .selectFrom('commerce_transfer_use')
        .select(['useId', 'withdrawnMinor'])
        .where(...of('transferId'))
        .execute(),
      this.#tables
        .selectFrom('commerce_transfer_return')
        .select('returnId')
        .where(...of('transferId'))
        .execute(),
    ])
    return new Set([
      ...transfers.map(({ id }) => `observe ${id}`),
      ...uses.map(({ useId }) => `apply ${useId}`),
      ...uses.filter(({ withdrawnMinor }) => withdrawnMinor > 0).map(({ useId }) => `withdraw ${useId}`),
      ...returns.map(({ returnId }) => `return ${returnId}`),
    ])
  }

  async #record(
    movement: CashMovement,
    orders: ReadonlyMap<string, string>,
    customerId: string,
    author: Author,
  ): Promise<void> {
    if (movement.kind === 'observe') return this.#observe(movement.funding, customerId, author)
    const id = transferIdOf(digestOf(movement.funding))
    if (movement.kind === 'return') return this.#parts.transfers.return(id, movement, author)
    const { intentId, useId, at: movedAt } = movement
    const orderId = orders.get(intentId)!
    const transferId = `${id}.${useId}`
    if (movement.kind === 'withdraw') {
      const { reason } = movement
      return this.#parts.transfers.recordUse(
        id,
        orderId,
        (order) => observeWithdrawn(order, transferId, { reason, movedAt }),
        author,
      )
    }
    const { amount, currency } = movement
    const use = { transferId, amount, currency, movedAt }
    return this.#parts.transfers.recordUse(id, orderId, (order) => observeApplied(order, use), author)
  }

  async #observe(
    { id, amount, currency, createdAt, sender }: CashTransaction,
    customerId: string,
    author: Author,
  ) {
    const digest = digestOf(id)
    const bookedOn = createdAt.slice(0, 10)
    const data = { amount, currency, source: 'stripe', digest, bookedOn, movedAt: createdAt } as const
    await this.#tables
      .insertInto('commerce_stripe_transfer')
      .values({ transferId: transferIdOf(digest), customerId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await this.#parts.transfers.observe(transferIdOf(digest), data, sender, author)
  }

  /** The order of each payment that took of the balance; a payment of another product is not in it. */
  async #ordersOf(transactions: readonly CashTransaction[]): Promise<Map<string, string>> {
    const intentIds = [...new Set(transactions.flatMap(({ intentId }) => intentId ?? []))]
    if (intentIds.length === 0) return new Map()
    // Known before its events are: the money may be there in the moment in which the payment is made.
    const rows = await this.#tables
      .selectFrom('commerce_bank_payment')
      .select(['intentId', 'orderId'])
      .where('intentId', 'in', intentIds)
      .execute()
    const orders = new Map(rows.map((row) => [row.intentId, row.orderId]))
    for (const intentId of intentIds) {
      const orderId = orders.get(intentId) ?? (await this.#parts.stripe.orderIdOf(intentId))
      if (orderId !== null) orders.set(intentId, orderId)
    }
    return orders
  }
}

const digestOf = (transaction: string): string => createHash('sha256').update(transaction).digest('hex')

function keyOf(movement: CashMovement): string {
  if (movement.kind === 'observe') return `observe ${transferIdOf(digestOf(movement.funding.id))}`
  if (movement.kind === 'return') return `return ${movement.returnId}`
  return `${movement.kind} ${transferIdOf(digestOf(movement.funding))}.${movement.useId}`
}
