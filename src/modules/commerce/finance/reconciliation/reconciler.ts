import { expressionBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { giveUp } from '../../checkout/give-up.ts'
import { cancel } from '../../domain/decisions.ts'
import { intentIds } from '../../domain/order.ts'
import { awaitsDeposits, statusOf } from '../../domain/status.ts'
import { needsWatching, nextCheck } from '../../orders/effects.ts'
import type { Inbox } from '../../orders/inbox.ts'
import type { Observations } from '../../orders/observations.ts'
import type { Author, Loaded, Orders } from '../../orders/orders.ts'
import type { Refunds } from '../../orders/refunds.ts'
import { type OrderTables, orderTables } from '../../orders/tables.ts'
import type { StripeAccount } from '../../stripe/stripe.ts'
import type { Differences } from './differences.ts'
import type { Reconciliations } from './reconciliations.ts'
import type { UndeliveredEvents } from './undelivered-events.ts'

const tickMs = 1_000
/** An order nobody paid for this long is cancelled. */
const abandonedMs = 24 * 3_600_000
/** Stripe ends unconfirmed micro-deposits after ten days. One that it did not end is ended here. */
const depositsMs = 11 * 24 * 3_600_000
const leaseMs = 60_000
const sideBySide = 5
const author: Author = { actor: { kind: 'system', name: 'reconciler' } }

/**
 * Closes the gaps that webhooks leave: asks Stripe about every order with something open there, applies parked webhooks,
 * repeats refunds whose answer got lost, gives up abandoned orders, asks once an hour what could not be delivered,
 * and compares the whole account once a day. What it records by itself is listed as such.
 * The product's clock decides what is due, so a clock that jumps makes the next tick do the work of the gap.
 */
export class Reconciler extends Lifecycle {
  readonly #database: Database
  readonly #orders: Orders
  readonly #observations: Observations
  readonly #stripe: StripeAccount
  readonly #inbox: Inbox
  readonly #refunds: Refunds
  readonly #reconciliations: Reconciliations
  readonly #differences: Differences
  readonly #undelivered: UndeliveredEvents
  readonly #clock: Clock
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #comparing: Promise<void> | undefined
  #stopped = false

  constructor(parts: {
    database: Database
    orders: Orders
    observations: Observations
    stripe: StripeAccount
    inbox: Inbox
    refunds: Refunds
    reconciliations: Reconciliations
    differences: Differences
    undelivered: UndeliveredEvents
    clock: Clock
    log: Log
  }) {
    super()
    this.#database = parts.database
    this.#orders = parts.orders
    this.#observations = parts.observations
    this.#stripe = parts.stripe
    this.#inbox = parts.inbox
    this.#refunds = parts.refunds
    this.#reconciliations = parts.reconciliations
    this.#differences = parts.differences
    this.#undelivered = parts.undelivered
    this.#clock = parts.clock
    this.#log = parts.log
  }

  override async start(): Promise<void> {
    this.#stopped = false
    this.#arm()
  }

  override async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await Promise.allSettled([this.#running, this.#comparing])
    await this.#inbox.idle()
  }

  /** Does everything that is due now, once, the daily comparison included. */
  async tick(): Promise<void> {
    await this.#lookAround()
    await this.#comparing
  }

  #arm(): void {
    this.#timer = setTimeout(() => {
      this.#lookAround()
        .catch((error: unknown) => this.#log.logger.warn({ err: error }, 'the reconciler starts over'))
        .finally(() => {
          if (!this.#stopped) this.#arm()
        })
    }, tickMs)
    this.#timer.unref()
  }

  /** Two at a time in one process are one. */
  #lookAround(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #work(): Promise<void> {
    while (!this.#stopped && (await this.#inbox.retryDue()) > 0);
    while (!this.#stopped && (await this.#checkDue()) > 0);
    if (!this.#stopped) await this.#askUndelivered()
    // A whole account takes its time: webhooks and open orders do not wait for it.
    this.#comparing ??= this.#compareDaily().finally(() => {
      this.#comparing = undefined
    })
  }

  async #askUndelivered(): Promise<void> {
    try {
      await this.#undelivered.catchUp(author, () => this.#stopped)
    } catch (error) {
      this.#log.logger.warn({ err: error }, 'Stripe could not be asked for undelivered events')
    }
  }

  async #compareDaily(): Promise<void> {
    try {
      if (!this.#stopped && (await this.#reconciliations.runDaily(author, () => this.#stopped)))
        await this.#inbox.emptyOld()
    } catch (error) {
      this.#log.logger.warn({ err: error }, 'the daily comparison could not start')
    }
  }

  /** Looks after the orders whose time has come. A claim is a lease, so a killed process loses nothing. */
  async #checkDue(): Promise<number> {
    const now = this.#clock.now()
    const due = await orderTables(this.#database.sql)
      .updateTable('commerce_order_check')
      .set({ next_check_at: new Date(now.getTime() + leaseMs) })
      .where('order_id', 'in', (tables) =>
        tables
          .selectFrom('commerce_order_check')
          .select('order_id')
          .where('next_check_at', '<=', now)
          .orderBy('next_check_at')
          .limit(20)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['order_id as id', 'changed_at as changedAt'])
      .execute()
    for (let i = 0; i < due.length; i += sideBySide) {
      await Promise.all(
        due.slice(i, i + sideBySide).map(({ id, changedAt }) =>
          this.#check(id, changedAt).catch((error: unknown) => {
            // The lease runs out and the order is due again; meanwhile the others get their turn.
            this.#log.logger.warn({ err: error, orderId: id }, 'an order could not be checked')
          }),
        ),
      )
    }
    return due.length
  }

  async #check(orderId: string, changedAt: Date): Promise<void> {
    let loaded = await this.#orders.load(orderId)
    for (const err of await this.#refunds.repeatOpen(loaded, author))
      this.#log.logger.warn({ err, orderId }, 'a refund could not be asked for; it is tried again')
    for (const intentId of intentIds(loaded.order)) {
      await this.#observations.observe(intentId, author, (heard) =>
        this.#differences.automatic(intentId, heard, author),
      )
    }
    loaded = await this.#orders.load(orderId)
    const now = this.#clock.now()
    const tables = orderTables(this.#database.sql)
    const waited = now.getTime() - changedAt.getTime()
    if (waited >= abandonedMs) {
      const check = await tables
        .selectFrom('commerce_order_check')
        .select('changed_at')
        .where('order_id', '=', orderId)
        .executeTakeFirst()
      // What was learned since, here or by a webhook, such as a debit that came back, gives the buyer a day from then on.
      if (check?.changed_at.getTime() !== changedAt.getTime()) return
      loaded = await this.#end(loaded, waited)
    }
    // A change in the meantime has set a time of its own.
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

  /** Nobody pays an order for so long, or pays it a second time: what could still be paid is cancelled at Stripe. */
  async #end(loaded: Loaded, waited: number): Promise<Loaded> {
    const status = statusOf(loaded.order)
    if (status === 'pending') return this.#abandon(loaded)
    if (status === 'processing' && (awaitsDeposits(loaded.order) === null || waited < depositsMs))
      return loaded
    await giveUp(loaded, author, this.#stripe, this.#observations)
    return this.#orders.load(loaded.order.id)
  }

  async #abandon(loaded: Loaded): Promise<Loaded> {
    const orderId = loaded.order.id
    await giveUp(loaded, author, this.#stripe, this.#observations)
    const asked = loaded.requestedAt ?? loaded.span.createdAt
    // The answer to a request for an intent may have been lost: then the intent is found, adopted and cancelled.
    const lost =
      intentIds(loaded.order).length === 0
        ? await this.#stripe.findIntent(orderId, loaded.span.createdAt)
        : null
    if (lost !== null) {
      await this.#stripe.cancelIntent(lost.id)
      await this.#observations.observe(lost.id, author)
    }
    return this.#orders.change(orderId, author, (now) => {
      const untouched = now.requestedAt === null || now.requestedAt.getTime() === asked.getTime()
      return untouched && intentIds(now.order).length === 0 ? cancel(now.order, 'abandoned') : []
    })
  }
}
