import { Places, type PlaceWork } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import {
  type AppendItem,
  EventLog,
  type NewEvent,
  type RecordedEvent,
  VersionClash,
  type Write,
} from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Turns } from '#platform/kernel/turns.ts'
import { identityOf, type OrderEvent, schemaVersions } from '../domain/events.ts'
import { evolve } from '../domain/order.ts'
import { settledRefunds } from '../domain/payments.ts'
import { paymentStanding, placeClaim } from '../domain/place.ts'
import { type Author, causeOf, metadataOf } from './author.ts'
import type { BuyerDetails } from './buyers.ts'
import { consequencesOf, documentsDue } from './consequences.ts'
import { CouponUses } from './coupon-uses.ts'
import { DocumentIssue } from './document-issue.ts'
import { effectsOf } from './effects.ts'
import { advanced, type Loaded, loadedFrom } from './loaded.ts'
import { rowWrite } from './order-row.ts'
import { streamOf } from './order-stream.ts'

export interface ChangeOptions {
  /** The order as the caller has it: decided on instead of a read. It is loaded when another writer was quicker. */
  from?: Loaded
  /**
   * `decide` looks only at facts that are never taken back, as those of Stripe: what it leaves out for an older state of the order it leaves
   * out for every later one. So a change that waited for another one decides on the result of that one instead of a read; if that is not
   * the newest state, the append is refused and decided again.
   */
  onlyAdds?: true
  /** Commit with the events; run by themselves when there is nothing to append. */
  writes?: (loaded: Loaded) => readonly Write[]
  /** The recipient of an invoice that `decide` has issued again. */
  corrected?: BuyerDetails
  /** Queued in the transaction of the events. */
  jobs?: () => PlaceWork['jobs']
  /** The writes change sums: they must not run a second time when another append has stored the same events and writes. */
  once?: true
}

export type Decide = (loaded: Loaded) => OrderEvent[]

const maxTries = 50

/** The event-sourced orders: load, decide, append, show. */
export class Orders {
  static readonly needs = {
    log: EventLog,
    database: Database,
    clock: Clock,
    documents: DocumentIssue,
    places: Places,
    coupons: CouponUses,
  }
  readonly #parts: Given<typeof Orders.needs>
  readonly #turns = new Turns<Loaded>()

  constructor(parts: Given<typeof Orders.needs>) {
    this.#parts = parts
  }

  /** The order folded from its log, up to `version` when given. */
  async load(orderId: string, version?: number): Promise<Loaded> {
    return loadedFrom(orderId, await this.#parts.log.factsOf(streamOf(orderId), version))
  }

  history(orderId: string): Promise<RecordedEvent[]> {
    return this.#parts.log.read(streamOf(orderId))
  }

  /**
   * Loads the order, lets `decide` say what is new, and appends that with everything it entails: flags, invoice and
   * credit note with their numbers, read-model row, queued jobs. Decides again when another writer was quicker.
   * @throws what `decide` throws; nothing is stored then.
   */
  change(orderId: string, author: Author, decide: Decide, along: ChangeOptions = {}): Promise<Loaded> {
    return this.#turns.of(orderId, (previous) =>
      this.#change(
        orderId,
        author,
        decide,
        along.onlyAdds && previous ? { from: previous, ...along } : along,
      ),
    )
  }

  async #change(orderId: string, author: Author, decide: Decide, along: ChangeOptions): Promise<Loaded> {
    for (let tries = 1; ; tries += 1) {
      const before = tries === 1 && along.from !== undefined ? along.from : await this.load(orderId)
      const decided = decide(before)
      const news = [...decided, ...consequencesOf(decided.reduce(evolve, before.order))]
      const after = news.reduce(evolve, before.order)
      try {
        if (documentsDue(after) === 0) return await this.#store(before, news, author, along)
        return await this.#parts.documents.issue(
          after,
          ({ events, writes }, now) => this.#store(before, [...news, ...events], author, along, writes, now),
          along.corrected,
        )
      } catch (error) {
        const again = error instanceof VersionClash || this.#parts.documents.mustRepeat(error)
        if (!again || tries >= maxTries) throw error
      }
    }
  }

  async #store(
    before: Loaded,
    news: readonly OrderEvent[],
    author: Author,
    along: ChangeOptions,
    writes: readonly Write[] = [],
    now = this.#parts.clock.now(),
  ): Promise<Loaded> {
    const further = along.writes?.(before) ?? []
    const isNew = before.version === 0
    if (news.length === 0) {
      await runWrites(this.#parts.database.sql, further)
      return before
    }
    const after = advanced(before, news, now)
    const effects = effectsOf(before, after, news, now)
    const place = this.#placeWork(before, after)
    const item: AppendItem = {
      stream: streamOf(before.order.id),
      expectedVersion: before.version,
      events: news.map((event) => newEvent(event, author, now)),
      metadata: metadataOf(author),
      writes: [
        ...rowWrite(after.order, after.version, after.span),
        ...writes,
        ...effects.writes,
        // What holds the place of a new order is among `further`.
        ...(isNew ? [...further, ...place.writes] : [...place.writes, ...further]),
        ...this.#parts.coupons.follow(before.order, after.order),
      ],
      jobs: [...effects.jobs, ...place.jobs, ...(along.jobs?.() ?? [])],
    }
    const appended = await this.#parts.log.append(item)
    if (!appended.duplicate) return after
    // All of it was there before: this was a repeat of an append whose answer got lost.
    if (along.once !== true) await runWrites(this.#parts.database.sql, further)
    return this.load(before.order.id)
  }

  /** The new state of the order's place. That of a new order is open: it is held by the buyer who places the order. */
  #placeWork(before: Loaded, after: Loaded): PlaceWork {
    const { order, version } = after
    const claim = placeClaim(order)
    const followed =
      claim === (before.version === 0 ? 'open' : placeClaim(before.order))
        ? { writes: [], jobs: [] }
        : this.#parts.places.follow(order.id, claim, version)
    const work = [
      followed,
      ...settledRefunds(before.order, order).map(({ key, done }) =>
        this.#parts.places.settleSeats(order.id, key, done),
      ),
    ]
    const writes = work.flatMap((each) => each.writes)
    const jobs = work.flatMap((each) => each.jobs)
    const previous = paymentStanding(before.order)
    // A first payment has no consequences there: nothing is awarded before.
    const wasPaid = previous !== null || Object.values(order.transfers).some(({ withdrawn }) => withdrawn > 0)
    const isOther = wasPaid && previous !== paymentStanding(order)
    return {
      writes,
      jobs: isOther ? [...jobs, ...this.#parts.places.paymentChanged(order.id, version)] : jobs,
    }
  }
}

function newEvent(event: OrderEvent, author: Author, occurredAt: Date): NewEvent {
  const { type, data } = event
  const schemaVersion = schemaVersions[type]
  return {
    type,
    schemaVersion,
    data: { ...data },
    ...identityOf(event),
    actor: causeOf(event, author),
    occurredAt,
  }
}
