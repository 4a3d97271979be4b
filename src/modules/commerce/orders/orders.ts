import type { Places, PlaceWork } from '#modules/leadership/index.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type AppendItem,
  type EventLog,
  type Fact,
  type NewEvent,
  type RecordedEvent,
  VersionClash,
  type Write,
} from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { Actor } from '#platform/kernel/actor.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { identityOf, type OrderEvent, upcast } from '../domain/events.ts'
import { evolve, fold, newOrder, type Order } from '../domain/order.ts'
import { settledRefunds } from '../domain/payments.ts'
import { paymentStanding, placeClaim } from '../domain/place.ts'
import { isPaid, statusOf } from '../domain/status.ts'
import { storedForm } from '../domain/stored-form.ts'
import { consequencesOf, documentsDue } from './consequences.ts'
import type { CouponUses } from './coupon-uses.ts'
import type { DocumentIssue } from './document-issue.ts'
import { effectsOf } from './effects.ts'
import { rowWrite, type Span } from './order-row.ts'
import { streamOf } from './order-stream.ts'
import { OrderTurns } from './order-turns.ts'

/** An order as of one version of its stream. Version 0 is an order that does not exist. */
export interface Loaded {
  order: Order
  version: number
  span: Span
  /** When Stripe was last about to be asked for an intent; null before the first time. */
  requestedAt: Date | null
  /** When the payment was first seen to be complete. Null before. */
  confirmedAt: Date | null
}

/** Who causes a change, and in which request. */
export interface Author {
  actor: Actor
  requestId?: string
}

export interface Along {
  /** Commit with the events; run by themselves when there is nothing to append. */
  writes?: (loaded: Loaded) => readonly Write[]
  /** Owed once the events are stored. */
  jobs?: () => PlaceWork['jobs']
  /** They must not run again when another append has stored the events, and them: they move sums. */
  once?: true
  /** The order as its caller has seen it: decided on first, not read again unless this process has changed it since. */
  seen?: Loaded | undefined
}

export type Decide = (loaded: Loaded) => OrderEvent[]

const maxTries = 50

/** The event-sourced orders: load, decide, append, show. */
export class Orders {
  readonly #log: EventLog
  readonly #database: Database
  readonly #clock: Clock
  readonly #documents: DocumentIssue
  readonly #places: Places
  readonly #coupons: CouponUses
  readonly #turns = new OrderTurns()

  constructor(
    log: EventLog,
    database: Database,
    clock: Clock,
    documents: DocumentIssue,
    places: Places,
    coupons: CouponUses,
  ) {
    this.#log = log
    this.#database = database
    this.#clock = clock
    this.#documents = documents
    this.#places = places
    this.#coupons = coupons
  }

  /** The order folded from its log, up to `version` when given. */
  async load(orderId: string, version?: number): Promise<Loaded> {
    return loadedFrom(orderId, await this.#log.factsOf(streamOf(orderId), version))
  }

  history(orderId: string): Promise<RecordedEvent[]> {
    return this.#log.read(streamOf(orderId))
  }

  /**
   * Loads the order, lets `decide` say what is new, and appends that with everything it entails: flags, invoice and
   * credit note with their numbers, read-model row, owed jobs. Decides again when another writer was quicker.
   * @throws whatever `decide` throws; nothing is stored then.
   */
  change(orderId: string, author: Author, decide: Decide, along: Along = {}): Promise<Loaded> {
    return this.#turns.of(orderId, () => this.#change(orderId, author, decide, along))
  }

  async #change(orderId: string, author: Author, decide: Decide, along: Along): Promise<Loaded> {
    const seen = along.seen && !this.#turns.isOld(orderId, along.seen.version) ? along.seen : undefined
    for (let tries = 1; ; tries += 1) {
      const before = tries === 1 && seen ? seen : await this.load(orderId)
      const decided = decide(before)
      const news = [...decided, ...consequencesOf(decided.reduce(evolve, before.order))]
      const after = news.reduce(evolve, before.order)
      try {
        if (documentsDue(after) === 0) return await this.#store(before, news, author, along)
        return await this.#documents.issue(after, ({ events, writes }, now) =>
          this.#store(before, [...news, ...events], author, along, writes, now),
        )
      } catch (error) {
        const again = error instanceof VersionClash || this.#documents.mustRepeat(error)
        if (!again || tries >= maxTries) throw error
      }
    }
  }

  async #store(
    before: Loaded,
    news: readonly OrderEvent[],
    author: Author,
    along: Along,
    writes: readonly Write[] = [],
    now = this.#clock.now(),
  ): Promise<Loaded> {
    const further = along.writes?.(before) ?? []
    const isNew = before.version === 0
    if (news.length === 0) {
      await runWrites(this.#database.sql, further)
      return before
    }
    const after = advanced(before, news, now)
    const effects = effectsOf(before, after, news, now)
    const place = this.#placeWork(before, after)
    const item: AppendItem = {
      stream: streamOf(before.order.id),
      expectedVersion: before.version,
      events: news.map((event) => newEvent(event, now)),
      metadata: metadataOf(author),
      writes: [
        ...rowWrite(after.order, after.version, after.span),
        ...writes,
        ...effects.writes,
        // What holds the place of a new order is among `further`.
        ...(isNew ? [...further, ...place.writes] : [...place.writes, ...further]),
        ...this.#coupons.follow(before.order, after.order),
      ],
      jobs: [...effects.jobs, ...place.jobs, ...(along.jobs?.() ?? [])],
    }
    const appended = await this.#log.append(item)
    this.#turns.stored(after.order.id, after.version)
    if (!appended.duplicate) return after
    // All of it was there before: this was a repeat of an append whose answer got lost.
    if (along.once !== true) await runWrites(this.#database.sql, further)
    return this.load(before.order.id)
  }

  /** What the order's place becomes. That of a new order is open: whoever places it holds it. */
  #placeWork(before: Loaded, after: Loaded): PlaceWork {
    const { order, version } = after
    const claim = placeClaim(order)
    const followed =
      claim === (before.version === 0 ? 'open' : placeClaim(before.order))
        ? { writes: [], jobs: [] }
        : this.#places.follow(order.id, claim, version)
    const work = [
      followed,
      ...settledRefunds(before.order, order).map(({ key, done }) =>
        this.#places.settleSeats(order.id, key, done),
      ),
    ]
    const writes = work.flatMap((each) => each.writes)
    const jobs = work.flatMap((each) => each.jobs)
    const stood = paymentStanding(before.order)
    const isOther = stood !== null && stood !== paymentStanding(order)
    return { writes, jobs: isOther ? [...jobs, ...this.#places.paymentChanged(order.id, version)] : jobs }
  }
}

type RecordedOrFact = Pick<Fact, 'type' | 'schemaVersion' | 'data' | 'version' | 'occurredAt'>

/** An order whose id has just been made: nothing is recorded of it. */
export const neverPlaced = (orderId: string): Loaded => loadedFrom(orderId, [])

/** An order folded from what the log returned for its stream. */
export function loadedFrom(orderId: string, recorded: readonly RecordedOrFact[]): Loaded {
  const order = fold(
    orderId,
    recorded.map((event) => upcast(event)),
  )
  const never = new Date(0)
  return {
    order,
    version: recorded.at(-1)?.version ?? 0,
    span: { createdAt: recorded[0]?.occurredAt ?? never, updatedAt: recorded.at(-1)?.occurredAt ?? never },
    requestedAt: recorded.findLast((event) => event.type === 'PaymentRequested')?.occurredAt ?? null,
    confirmedAt: confirmedAt(orderId, order, recorded),
  }
}

/** An order without an invoice before the money has its invoice issued with its completion. */
function confirmedAt(orderId: string, order: Order, recorded: readonly RecordedOrFact[]): Date | null {
  if (order.invoiceRequested === null)
    return recorded.find((event) => event.type === 'InvoiceIssued')?.occurredAt ?? null
  let known = newOrder(orderId)
  for (const event of recorded) {
    known = evolve(known, upcast(event))
    if (isPaid(statusOf(known))) return event.occurredAt
  }
  return null
}

function advanced(before: Loaded, news: readonly OrderEvent[], now: Date): Loaded {
  const order = news.reduce(evolve, before.order)
  return {
    order,
    version: before.version + news.length,
    span: { createdAt: before.version === 0 ? now : before.span.createdAt, updatedAt: now },
    requestedAt: news.some((event) => event.type === 'PaymentRequested') ? now : before.requestedAt,
    confirmedAt: before.confirmedAt ?? (isPaid(statusOf(order)) ? now : null),
  }
}

function newEvent(event: OrderEvent, occurredAt: Date): NewEvent {
  return { ...storedForm(event), ...identityOf(event), occurredAt }
}

/** The author as the log keeps it: kinds and ids, never names. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
      return `customer:${actor.userId}`
    case 'staff':
      return `staff:${actor.staffId}`
    case 'provider':
      return `provider:${actor.name}`
    case 'system':
      return `system:${actor.name}`
    case 'guest':
      return 'guest'
    default:
      return actor satisfies never
  }
}

/** Who says so, as the data of an event keeps it. */
export const byOf = ({ actor }: Author): string => (actor.kind === 'staff' ? actor.staffId : actorName(actor))

/** The author as people are shown them. */
export const nameOf = ({ actor }: Author): string =>
  actor.kind === 'staff' ? actor.username : actorName(actor)

function metadataOf(author: Author): AppendItem['metadata'] {
  const actor = actorName(author.actor)
  return author.requestId === undefined ? { actor } : { actor, requestId: author.requestId }
}
