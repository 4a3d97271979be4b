import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Author } from '../../orders/author.ts'
import type { CashBalances } from '../../orders/cash-balances.ts'
import type { Inbox } from '../../orders/inbox.ts'
import type { OrderWatch } from './order-watch.ts'
import type { Reconciliations } from './reconciliations.ts'
import type { UndeliveredEvents } from './undelivered-events.ts'

const tickMs = 1_000
const author: Author = { actor: { kind: 'system', name: 'reconciler' } }

/**
 * Makes up for missing webhooks: reads from Stripe every order with an open payment or refund, applies parked webhooks,
 * repeats refunds whose answer was lost, gives up abandoned orders, reads undelivered events once an hour, and compares
 * the whole account once a day. What it records by itself is listed as a difference of state `automatic`.
 * The product's clock decides what is due, so after a jump of the clock the next tick does the work of the gap.
 */
export class Reconciler extends Lifecycle {
  readonly #watch: OrderWatch
  readonly #inbox: Inbox
  readonly #reconciliations: Reconciliations
  readonly #undelivered: UndeliveredEvents
  readonly #balances: CashBalances
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #comparing: Promise<void> | undefined
  #stopped = false

  constructor(parts: {
    watch: OrderWatch
    inbox: Inbox
    reconciliations: Reconciliations
    undelivered: UndeliveredEvents
    balances: CashBalances
    log: Log
  }) {
    super()
    this.#watch = parts.watch
    this.#inbox = parts.inbox
    this.#reconciliations = parts.reconciliations
    this.#undelivered = parts.undelivered
    this.#balances = parts.balances
    this.#log = parts.log
  }

  override async start(stepped = false): Promise<void> {
    this.#stopped = false
    if (!stepped) this.#arm()
  }

  override async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await Promise.allSettled([this.#running, this.#comparing])
    await this.#inbox.idle()
  }

  /** Does once all work that is due now, the daily comparison included. */
  async tick(): Promise<void> {
    await this.#runDue()
    await this.#comparing
  }

  #arm(): void {
    this.#timer = setTimeout(() => {
      this.#runDue()
        .catch((error: unknown) =>
          this.#log.logger.warn({ err: error }, 'a run of the reconciler failed; it runs again in a second'),
        )
        .finally(() => {
          if (!this.#stopped) this.#arm()
        })
    }, tickMs)
    this.#timer.unref()
  }

  /** Concurrent calls in one process share one run. */
  #runDue(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #work(): Promise<void> {
    while (!this.#stopped && (await this.#inbox.retryDue()) > 0);
    while (!this.#stopped && (await this.#watch.checkDue(author)) > 0);
    if (!this.#stopped) await this.#readUndelivered()
    // Not awaited: comparing a whole account takes long, and webhooks and open orders must not wait for it.
    this.#comparing ??= this.#compareDaily().finally(() => {
      this.#comparing = undefined
    })
  }

  async #readUndelivered(): Promise<void> {
    try {
      await this.#undelivered.catchUp(author, () => this.#stopped)
    } catch (error) {
      this.#log.logger.warn({ err: error }, 'Stripe could not be asked for undelivered events')
    }
  }

  async #compareDaily(): Promise<void> {
    try {
      if (this.#stopped || !(await this.#reconciliations.runDaily(author, () => this.#stopped))) return
      await this.#inbox.emptyOld()
      await this.#balances.followAll(author, () => this.#stopped)
    } catch (error) {
      this.#log.logger.warn({ err: error }, 'the daily comparison could not start')
    }
  }
}
