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
 * Closes the gaps that webhooks leave: asks Stripe about every order with something open there, applies parked webhooks,
 * repeats refunds whose answer got lost, gives up abandoned orders, asks once an hour what could not be delivered,
 * and compares the whole account once a day. What it records by itself is listed as such.
 * The product's clock decides what is due, so a clock that jumps makes the next tick do the work of the gap.
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
    while (!this.#stopped && (await this.#watch.checkDue(author)) > 0);
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
      if (this.#stopped || !(await this.#reconciliations.runDaily(author, () => this.#stopped))) return
      await this.#inbox.emptyOld()
      await this.#balances.followAll(author, () => this.#stopped)
    } catch (error) {
      this.#log.logger.warn({ err: error }, 'the daily comparison could not start')
    }
  }
}
