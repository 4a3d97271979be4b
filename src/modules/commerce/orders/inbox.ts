import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { concurrencyLimit } from '#platform/kernel/concurrency.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Log } from '#platform/telemetry/log.ts'
import {
  changesSomething,
  questionOf,
  readStripeEvent,
  type StripeEvent,
} from '../payments/stripe/stripe-event.ts'
import { isSigned } from '../payments/stripe/webhook-signature.ts'
import type { CashBalances } from './cash-balances.ts'
import { type InboxRow, inboxColumns, type MarkDetail, markOf, waitsForOrder } from './inbox-row.ts'
import type { Observations } from './observations.ts'
import type { PayoutSightings } from './payout-sightings.ts'
import { orderTables } from './tables.ts'

/** Milliseconds between tries grow from 5 s to an hour; a parked event is not tried again after 35 days. */
const firstRetryMs = 5_000
const slowestRetryMs = 3_600_000
const retriedForMs = 35 * 24 * 3_600_000
const alarmAfter = 10
/** A backlog is worked off so many events at a time. */
const sideBySide = 8
/** Lease of a claimed row: when it is still due after this long, the process that claimed it has died. */
const leaseMs = 30_000

type UnfinishedStatus = 'new' | 'parked' | 'failed'

/** Webhooks: verified and stored first, applied second, never dropped. */
export class Inbox {
  readonly #database: Database
  readonly #observations: Observations
  readonly #balances: CashBalances
  readonly #payouts: PayoutSightings
  readonly #livemode: boolean
  readonly #secrets: readonly string[]
  readonly #clock: Clock
  readonly #log: Log
  readonly #running = new Set<Promise<unknown>>()

  constructor(
    database: Database,
    observations: Observations,
    balances: CashBalances,
    payouts: PayoutSightings,
    endpoint: { secrets: readonly string[]; livemode: boolean },
    clock: Clock,
    log: Log,
  ) {
    this.#database = database
    this.#observations = observations
    this.#balances = balances
    this.#payouts = payouts
    this.#livemode = endpoint.livemode
    this.#secrets = endpoint.secrets
    this.#clock = clock
    this.#log = log
  }

  /**
   * Stores a signed event and starts to apply it. Resolves once it is stored; a repeat is a success.
   * @throws AppError invalid `INVALID_SIGNATURE`, `INVALID_EVENT` or `WRONG_MODE`; nothing is stored then.
   */
  async receive(raw: Buffer, signature: string): Promise<void> {
    const now = this.#clock.now()
    if (!isSigned(raw, signature, this.#secrets, now)) {
      throw new AppError('invalid', 'INVALID_SIGNATURE', 'The signature of this event does not hold')
    }
    const event = readStripeEvent(raw)
    if (event.livemode !== this.#livemode) {
      throw new AppError(
        'invalid',
        'WRONG_MODE',
        'livemode: this event belongs to the other mode of the account',
      )
    }
    const isApplied = changesSomething(event)
    const stored = await this.#tables
      .insertInto('commerce_stripe_inbox')
      .values({
        event_id: event.id,
        type: event.type,
        api_version: event.apiVersion,
        livemode: event.livemode,
        created: event.created ?? now,
        received_at: now,
        raw,
        raw_digest: createHash('sha256').update(raw).digest(),
        object_id: event.objectId,
        intent_id: event.intentId,
        order_id: event.orderId,
        status: isApplied ? 'new' : 'ignored',
        next_try: isApplied ? new Date(now.getTime() + leaseMs) : null,
      })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .returning('event_id')
      .executeTakeFirst()
    if (stored !== undefined && isApplied) this.#inBackground(this.#apply(event, 0, now))
  }

  /** Applies what is due, at most `limit` events. One process takes each. */
  async retryDue(limit = 50): Promise<number> {
    const now = this.#clock.now()
    const due = await this.#tables
      .updateTable('commerce_stripe_inbox')
      .set({ next_try: new Date(now.getTime() + leaseMs) })
      .where('event_id', 'in', (tables) =>
        tables
          .selectFrom('commerce_stripe_inbox')
          .select('event_id')
          .where('next_try', '<=', now)
          .orderBy('next_try')
          .orderBy('event_id')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['event_id as id', 'raw', 'attempts', 'received_at as receivedAt'])
      .execute()
    // An update answers its rows in the order in which they lie: what arrived first is applied first.
    due.sort((one, other) => +one.receivedAt - +other.receivedAt || (one.id < other.id ? -1 : 1))
    const again = async (row: (typeof due)[number]): Promise<void> => {
      if (row.raw === null)
        await this.#mark(row.id, 'failed', { error: 'Its body was deleted because of its age' })
      else await this.#apply(readStripeEvent(row.raw), row.attempts, row.receivedAt)
    }
    const step = concurrencyLimit(sideBySide)
    for (let i = 0; i < due.length; i += step) await Promise.all(due.slice(i, i + step).map(again))
    return due.length
  }

  /** Applies one event again, whatever its status. @throws AppError not-found `EVENT_NOT_FOUND`. */
  async replay(eventId: string): Promise<InboxRow> {
    const row = await this.#row(eventId)
    if (row.raw === null)
      throw new AppError('conflict', 'EVENT_EMPTIED', 'The body of this event has been emptied')
    await this.#apply(readStripeEvent(row.raw), row.attempts, row.receivedAt)
    const { raw: _, ...after } = await this.#row(eventId)
    return after
  }

  /** How many events are not done with, by status; those that are applied, ignored or foreign are. */
  async countUnfinished(): Promise<Record<UnfinishedStatus, number>> {
    const counts = await this.#tables
      .selectFrom('commerce_stripe_inbox')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .where('status', 'in', ['new', 'parked', 'failed'])
      .groupBy('status')
      .execute()
    const found = Object.fromEntries(counts.map(({ status, count }) => [status, count]))
    return { new: 0, parked: 0, failed: 0, ...found }
  }

  /** Raw bodies are kept for 90 days; the digest stays. */
  async emptyOld(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - 90 * 24 * 3_600_000)
    await this.#tables
      .updateTable('commerce_stripe_inbox')
      .set({ raw: null })
      .where('received_at', '<', before)
      .where('raw', 'is not', null)
      .where('next_try', 'is', null)
      .execute()
  }

  /** Resolves once nothing is being applied in this process. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  get #tables() {
    return orderTables(this.#database.sql)
  }

  async #row(eventId: string): Promise<InboxRow & { raw: Buffer | null }> {
    const row = await this.#tables
      .selectFrom('commerce_stripe_inbox')
      .select([...inboxColumns, 'raw'])
      .where('event_id', '=', eventId)
      .executeTakeFirst()
    if (row === undefined) throw new AppError('not-found', 'EVENT_NOT_FOUND', 'No such event')
    return row
  }

  #inBackground(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) =>
        this.#log.logger.error({ err: error }, 'a webhook could not be marked; it is retried'),
      )
      .finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }

  async #apply(event: StripeEvent, attempts: number, receivedAt: Date): Promise<void> {
    const author = { actor: { kind: 'provider', name: 'stripe' } as const, requestId: event.id }
    try {
      if (event.customerId !== null) {
        await this.#balances.follow(event.customerId, author)
        await this.#mark(event.id, 'applied')
        // Its body names who sent the money, and nothing needs it any more: the ledger keeps the sender until an erasure.
        await this.#tables
          .updateTable('commerce_stripe_inbox')
          .set({ raw: null })
          .where('event_id', '=', event.id)
          .execute()
        return
      }
      if (event.payoutId !== null) {
        await this.#payouts.follow(event.payoutId)
        return await this.#mark(event.id, 'applied')
      }
      if (event.intentId === null) return await this.#mark(event.id, 'ignored')
      const seen =
        event.isForeign && (await this.#observations.orderOf(event.intentId)) === null
          ? ({ outcome: 'foreign' } as const)
          : await this.#observations.observe(
              event.intentId,
              author,
              ({ before }) => [markOf(event.id, 'applied', { orderId: before.order.id })],
              questionOf(event),
            )
      if (seen.outcome === 'foreign') await this.#mark(event.id, 'foreign')
      if (seen.outcome === 'unknown-order')
        await this.#later(event, attempts, receivedAt, 'parked', waitsForOrder(seen.orderId))
      if (seen.outcome === 'unknown-intent')
        await this.#later(event, attempts, receivedAt, 'parked', 'Stripe does not know its payment')
    } catch (error) {
      await this.#later(
        event,
        attempts,
        receivedAt,
        'failed',
        error instanceof Error ? error.message : String(error),
      )
    }
  }

  async #later(
    event: StripeEvent,
    attempts: number,
    receivedAt: Date,
    status: 'parked' | 'failed',
    error: string,
  ): Promise<void> {
    const now = this.#clock.now()
    const isRetried = now.getTime() - receivedAt.getTime() < retriedForMs
    const wait = Math.min(firstRetryMs * 2 ** Math.min(attempts, 20), slowestRetryMs)
    const nextTry = isRetried ? new Date(now.getTime() + wait) : null
    if (attempts + 1 === alarmAfter || !isRetried) {
      this.#log.logger.error(
        { eventId: event.id, type: event.type, reason: error },
        'a webhook cannot be applied',
      )
    }
    await this.#mark(event.id, isRetried ? status : 'failed', { error, nextTry })
  }

  async #mark(eventId: string, status: InboxRow['status'], detail: MarkDetail = {}): Promise<void> {
    await runWrites(this.#database.sql, [markOf(eventId, status, detail)])
  }
}
