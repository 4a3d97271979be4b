import { Database } from '#platform/database/database.ts'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Log } from '#platform/telemetry/log.ts'
import type { Author } from '../../orders/author.ts'
import { CashBalances } from '../../orders/cash-balances.ts'
import { webhookReleased } from '../../orders/effects.ts'
import { Inbox } from '../../orders/inbox.ts'
import type { OrderTables } from '../../orders/tables.ts'
import type { FinanceTables } from '../books/tables.ts'
import { OrderWatch } from './order-watch.ts'
import { dailyDue, dailyName, Reconciliations } from './reconciliations.ts'
import { hourlyMs, UndeliveredEvents } from './undelivered-events.ts'

/** Milliseconds after a run, or after a failure. */
const pauseMs = 1_000
/** Milliseconds between two looks at what is due next. What comes in between is due later than this, or wakes the reconciler. */
const lookMs = 5_000
const author: Author = { actor: { kind: 'system', name: 'reconciler' } }

/**
 * Makes up for missing webhooks: reads from Stripe every order with an open payment or refund, applies parked webhooks,
 * repeats refunds whose answer was lost, cancels abandoned orders, reads undelivered events once an hour, and compares
 * the whole account once a day. What it records by itself is listed as a difference of state `automatic`.
 * The product's clock decides what is due, so after a jump of the clock the next look does the work of the gap.
 */
export class Reconciler extends Lifecycle {
  static readonly needs = {
    watch: OrderWatch,
    inbox: Inbox,
    reconciliations: Reconciliations,
    undelivered: UndeliveredEvents,
    balances: CashBalances,
    database: Database,
    clock: Clock,
    log: Log,
  }
  readonly #parts: Given<typeof Reconciler.needs>
  #stopListening: (() => Promise<void>) | undefined
  #looking: Promise<void> | undefined
  /** A notification has come since the last look began. */
  #isWoken = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #comparing: Promise<void> | undefined
  #stopped = false

  constructor(parts: Given<typeof Reconciler.needs>) {
    super()
    this.#parts = parts
  }

  override async start(stepped = false): Promise<void> {
    this.#stopped = false
    if (stepped) return
    this.#stopListening = await this.#parts.database.listen(webhookReleased, () => {
      this.#isWoken = true
      this.#lookIn(0)
    })
    this.#lookIn(0)
  }

  override async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#stopListening?.()
    await Promise.allSettled([this.#looking, this.#running, this.#comparing])
    await this.#parts.inbox.idle()
  }

  /** Does once all work that is due now, the daily comparison included. */
  async tick(): Promise<void> {
    await this.#runDue()
    await this.#comparing
  }

  #lookIn(ms: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#looking = Promise.resolve(this.#looking).then(() => this.#look())
    }, ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    let next = pauseMs
    this.#isWoken = false
    try {
      const due = await this.#untilDue()
      if (due <= 0) await this.#runDue()
      else next = Math.min(due, lookMs)
    } catch (error) {
      this.#parts.log.logger.warn({ err: error }, 'a run of the reconciler failed; it runs again in a second')
    }
    this.#lookIn(this.#isWoken ? 0 : next)
  }

  /** Milliseconds until any of the work is due: in one statement, because an idle site asks for it, too. */
  async #untilDue(): Promise<number> {
    const { webhook, order, asked, begun, complete } = await kyselyOn<FinanceTables & OrderTables>(
      this.#parts.database.sql,
    )
      .selectNoFrom(({ selectFrom }) => {
        const daily = selectFrom('commerce_reconciliation')
          .select(({ fn }) => fn.max('started_at').as('at'))
          .where('started_by', '=', dailyName)
        return [
          selectFrom('commerce_stripe_inbox')
            .select(({ fn }) => fn.min('next_try').as('at'))
            .as('webhook'),
          selectFrom('commerce_order_check')
            .select(({ fn }) => fn.min('next_check_at').as('at'))
            .as('order'),
          selectFrom('commerce_undelivered_mark').select('asked_at').as('asked'),
          daily.as('begun'),
          daily.where('finished_at', 'is not', null).where('error', 'is', null).as('complete'),
        ]
      })
      .executeTakeFirstOrThrow()
    const moments = [webhook, order].map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY)
    if (asked !== null) moments.push(asked.getTime() + hourlyMs)
    return Math.min(...moments, dailyDue(begun, complete)) - this.#parts.clock.now().getTime()
  }

  /** Concurrent calls in one process share one run. */
  #runDue(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #work(): Promise<void> {
    while (!this.#stopped && (await this.#parts.inbox.retryDue()) > 0);
    while (!this.#stopped && (await this.#parts.watch.checkDue(author)) > 0);
    if (!this.#stopped) await this.#readUndelivered()
    // Not awaited: comparing a whole account takes long, and webhooks and open orders must not wait for it.
    this.#comparing ??= this.#compareDaily().finally(() => {
      this.#comparing = undefined
    })
  }

  async #readUndelivered(): Promise<void> {
    try {
      await this.#parts.undelivered.catchUp(author, () => this.#stopped)
    } catch (error) {
      this.#parts.log.logger.warn({ err: error }, 'Stripe could not be asked for undelivered events')
    }
  }

  async #compareDaily(): Promise<void> {
    try {
      if (this.#stopped || !(await this.#parts.reconciliations.runDaily(author, () => this.#stopped))) return
      await this.#parts.inbox.emptyOld()
      await this.#parts.balances.followAll(author, () => this.#stopped)
    } catch (error) {
      this.#parts.log.logger.warn({ err: error }, 'the daily comparison could not start')
    }
  }
}
