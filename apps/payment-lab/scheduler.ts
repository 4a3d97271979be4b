import type { Account } from './api-route.ts'
import type { Task } from './timetable.ts'

/** Milliseconds between checks while a task is scheduled, since a shared clock may be moved from elsewhere. */
const longestPauseMs = 250

/** Runs due tasks of the timetable, then sends due webhooks. */
export class Scheduler {
  readonly #account: Account
  readonly #changed: () => void
  readonly #report: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #running = false

  constructor(account: Account, changed: () => void, report: (error: unknown) => void) {
    this.#account = account
    this.#changed = changed
    this.#report = report
  }

  start(): void {
    this.#running = true
    this.wake()
  }

  /** Sets the timer for the next due task or delivery. */
  wake(): void {
    clearTimeout(this.#timer)
    const { timetable, deliveries, clock } = this.#account
    const next = Math.min(timetable.nextAt() ?? Infinity, deliveries.nextAt() ?? Infinity)
    if (!this.#running || next === Infinity) return
    const pause = Math.min(Math.max(next - clock.millis(), 0), longestPauseMs)
    this.#timer = setTimeout(() => void this.#check(), pause)
    this.#timer.unref()
  }

  /** Runs all that is due, and what becomes due meanwhile. */
  async runDue(): Promise<void> {
    for (;;) {
      const tasks = this.#account.timetable.takeDue()
      for (const task of tasks) this.#do(task)
      const sent = await this.#account.deliveries.sendDue()
      if (tasks.length + sent > 0) this.#changed()
      if (tasks.length + sent === 0) return
    }
  }

  async stop(): Promise<void> {
    this.#running = false
    clearTimeout(this.#timer)
    await this.#account.deliveries.stop()
  }

  async #check(): Promise<void> {
    try {
      const running = this.runDue()
      // A slow endpoint must not delay other deliveries.
      this.wake()
      await running
    } catch (error) {
      this.#report(error)
    }
    this.wake()
  }

  #do({ kind, objectId }: Task): void {
    const { records, attempts, confirmations, sessions, disputes, refunds } = this.#account
    if (kind === 'settle') {
      const intent = records.get('payment_intent', objectId)
      attempts.settle(intent)
      sessions.follow(intent)
    } else if (kind === 'dispute') {
      const charge = records.get('charge', objectId)
      if (!charge.disputed) disputes.open(charge, records.behaviour(objectId).disputed ?? 'fraudulent')
    } else if (kind === 'settle-refund') refunds.succeed(records.get('refund', objectId))
    else if (kind === 'fail-refund') refunds.fail(records.get('refund', objectId))
    else if (kind === 'end-deposits') confirmations.endDeposits(records.get('payment_intent', objectId))
    else if (kind === 'expire-session') {
      const session = records.get('checkout.session', objectId)
      if (session.status === 'open') sessions.expire(session)
    }
  }
}
