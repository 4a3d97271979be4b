import { expressionBuilder } from 'kysely'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { concurrencyLimit } from '#platform/kernel/concurrency.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Log } from '#platform/telemetry/log.ts'
import { cancelPayments } from '../../checkout/cancel-payments.ts'
import { awaitedTransfer } from '../../domain/bank-payments.ts'
import { cancel } from '../../domain/decisions.ts'
import { paysLater } from '../../domain/dues.ts'
import { intentIds } from '../../domain/order.ts'
import { awaitsDeposits, isOpen, statusOf } from '../../domain/status.ts'
import type { Author } from '../../orders/author.ts'
import { needsWatching, nextCheck } from '../../orders/effects.ts'
import type { Loaded } from '../../orders/loaded.ts'
import { Observations } from '../../orders/observations.ts'
import { Orders } from '../../orders/orders.ts'
import { Refunds } from '../../orders/refunds.ts'
import { type OrderTables, orderTables } from '../../orders/tables.ts'
import { BankPayments } from '../../payments/bank-transfers/bank-payments.ts'
import { StripeAccount } from '../../payments/stripe/stripe.ts'
import { Differences } from './differences.ts'

/** Milliseconds after which an unpaid order is cancelled. */
const abandonedMs = 24 * 3_600_000
/** Stripe ends unconfirmed micro-deposits after ten days; after this time we end those that it did not. */
const depositsMs = 11 * 24 * 3_600_000
const leaseMs = 60_000
const concurrency = 5

/** Checks each order with an open payment or refund at Stripe: observes its payments, repeats refunds, gives it up at last. */
export class OrderWatch {
  static readonly needs = {
    database: Database,
    orders: Orders,
    observations: Observations,
    stripe: StripeAccount,
    refunds: Refunds,
    bankPayments: BankPayments,
    differences: Differences,
    clock: Clock,
    log: Log,
  }
  readonly #parts: Given<typeof OrderWatch.needs>

  constructor(parts: Given<typeof OrderWatch.needs>) {
    this.#parts = parts
  }

  /**
   * Checks the orders that are due. A claim is a lease, so the orders of a killed process become due again.
   * @returns how many there were
   */
  async checkDue(author: Author): Promise<number> {
    const now = this.#parts.clock.now()
    const due = await orderTables(this.#parts.database.sql)
      .updateTable('commerce_order_check')
      .set({ next_check_at: new Date(now.getTime() + leaseMs) })
      .where('order_id', 'in', (tables) =>
        tables
          .selectFrom('commerce_order_check')
          .select('order_id')
          .where('next_check_at', '<=', now)
          .orderBy('next_check_at')
          .orderBy('order_id')
          .limit(20)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['order_id as id', 'changed_at as changedAt'])
      .execute()
    // `update … returning` has no order of its own: the order that changed first is checked first.
    due.sort((one, other) => +one.changedAt - +other.changedAt || (one.id < other.id ? -1 : 1))
    const step = concurrencyLimit(concurrency)
    for (let i = 0; i < due.length; i += step) {
      await Promise.all(
        due.slice(i, i + step).map(({ id, changedAt }) =>
          this.#check(id, changedAt, author).catch((error: unknown) => {
            // The order is due again when its lease expires; meanwhile the other orders are checked.
            this.#parts.log.logger.warn({ err: error, orderId: id }, 'an order could not be checked')
          }),
        ),
      )
    }
    return due.length
  }

  async #check(orderId: string, changedAt: Date, author: Author): Promise<void> {
    let loaded = await this.#parts.orders.load(orderId)
    for (const err of await this.#parts.refunds.repeatOpen(loaded, author))
      this.#parts.log.logger.warn({ err, orderId }, 'a refund could not be asked for; it is tried again')
    for (const intentId of intentIds(loaded.order)) {
      await this.#parts.observations.observe(intentId, author, (learned) =>
        this.#parts.differences.automatic(intentId, learned, author),
      )
    }
    loaded = await this.#updateTransfers(await this.#parts.orders.load(orderId), author)
    const now = this.#parts.clock.now()
    const tables = orderTables(this.#parts.database.sql)
    const waited = now.getTime() - changedAt.getTime()
    if (waited >= abandonedMs) {
      const check = await tables
        .selectFrom('commerce_order_check')
        .select('changed_at')
        .where('order_id', '=', orderId)
        .executeTakeFirst()
      // News since, recorded here or by a webhook, such as a returned debit, gives the buyer a day from then on.
      if (check?.changed_at.getTime() !== changedAt.getTime()) return
      loaded = await this.#end(loaded, waited, author)
    }
    // A change in the meantime has set the next check itself.
    const unchanged = expressionBuilder<OrderTables, 'commerce_order_check'>().and({
      order_id: orderId,
      changed_at: changedAt,
    })
    const check = needsWatching(loaded.order)
      ? tables
          .updateTable('commerce_order_check')
          .set({ next_check_at: nextCheck(changedAt, now) })
          .where(unchanged)
      : tables.deleteFrom('commerce_order_check').where(unchanged)
    await check.execute()
  }

  /** Requests the bank account of an invoice that lacks it; cancels the transfer payment of an order that was paid otherwise. */
  async #updateTransfers(loaded: Loaded, author: Author): Promise<Loaded> {
    const { order } = loaded
    if (order.cancelled === null && isOpen(statusOf(order)))
      return this.#parts.bankPayments.goOn(loaded, author)
    if (awaitedTransfer(order) === null) return loaded
    await cancelPayments(loaded, author, this.#parts.stripe, this.#parts.observations, 'all')
    return this.#parts.orders.load(order.id)
  }

  /** Cancels at Stripe what could still be paid: of an order that stayed unpaid, or that would be paid twice. */
  async #end(loaded: Loaded, waited: number, author: Author): Promise<Loaded> {
    const status = statusOf(loaded.order)
    // An order on invoice stays open: only its payment by card is cancelled.
    if (status === 'pending' && !paysLater(loaded.order)) return this.#abandon(loaded, author)
    if (status === 'processing' && (awaitsDeposits(loaded.order) === null || waited < depositsMs))
      return loaded
    await cancelPayments(loaded, author, this.#parts.stripe, this.#parts.observations)
    return this.#parts.orders.load(loaded.order.id)
  }

  async #abandon(loaded: Loaded, author: Author): Promise<Loaded> {
    const orderId = loaded.order.id
    await cancelPayments(loaded, author, this.#parts.stripe, this.#parts.observations)
    const asked = loaded.requestedAt ?? loaded.span.createdAt
    // The answer to the creation of an intent may have been lost: then the intent is found, recorded and cancelled.
    const lost =
      intentIds(loaded.order).length === 0
        ? await this.#parts.stripe.findIntent(orderId, loaded.span.createdAt)
        : null
    if (lost !== null) {
      await this.#parts.stripe.cancelIntent(lost.id)
      await this.#parts.observations.observe(lost.id, author)
    }
    return this.#parts.orders.change(orderId, author, (now) => {
      const untouched = now.requestedAt === null || now.requestedAt.getTime() === asked.getTime()
      return untouched && intentIds(now.order).length === 0 ? cancel(now.order, 'abandoned') : []
    })
  }
}
