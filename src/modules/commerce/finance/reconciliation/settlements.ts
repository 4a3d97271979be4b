import { Database } from '#platform/database/database.ts'
import { type StreamEvent, type StreamKind, Streams } from '#platform/event-log/streams.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { addNote, observe } from '../../domain/decisions.ts'
import { actionOf, type DifferenceAction } from '../../domain/difference.ts'
import { missingFact } from '../../domain/facts.ts'
import { type Author, byOf, metadataOf, nameOf } from '../../orders/author.ts'
import { Observations } from '../../orders/observations.ts'
import { Orders } from '../../orders/orders.ts'
import { changed, type Difference, Differences } from './differences.ts'
import { LostOrders } from './lost-orders.ts'
import { type SettledAll, settleEach } from './settle-each.ts'

/** Appended to a stream of its own, because the payment has no order in the log. */
export const foreignEventType = 'ForeignPaymentNoted'

const foreignPayments: StreamKind<null, StreamEvent> = {
  prefix: 'foreign-',
  empty: () => null,
  evolve: (state) => state,
}

/** Settles differences for a person: one action, which appends an event under the person's name. */
export class Settlements {
  static readonly needs = {
    differences: Differences,
    observations: Observations,
    orders: Orders,
    streams: Streams,
    lostOrders: LostOrders,
    database: Database,
  }
  readonly #parts: Given<typeof Settlements.needs>

  constructor(parts: Given<typeof Settlements.needs>) {
    this.#parts = parts
  }

  /**
   * Settles an open difference. A repeated call, also of another person, returns the result of the first.
   * @param action the action that the screen showed; refused when the difference takes another one
   * @throws AppError not-found `DIFFERENCE_NOT_FOUND`; conflict `DIFFERENCE_ACTION` or `DIFFERENCE_CHANGED`;
   *   unavailable when Stripe does not answer; nothing is recorded then
   */
  async settle(id: string, action: DifferenceAction, author: Author): Promise<Difference> {
    const difference = await this.#get(id)
    if (difference.state !== 'open') return difference
    if (actionOf(difference.kind) !== action) {
      throw new AppError('conflict', 'DIFFERENCE_ACTION', `This difference cannot be ${done[action]}`)
    }
    if (difference.kind === 'unknown-order') await this.#noteForeign(difference, author)
    else if (difference.kind === 'lost-order') await this.#takeOver(difference, author)
    else if (difference.kind === 'missing-at-stripe') await this.#recordMissing(difference, author)
    else if (difference.kind === 'ahead-of-stripe') await this.#recordAhead(difference, author)
    else await this.#record(difference, author)
    return this.#get(id)
  }

  /** Settles each one independently, a few concurrently; failures are collected. Repeated ids are settled once. */
  settleAll(ids: readonly string[], action: DifferenceAction, author: Author): Promise<SettledAll> {
    return settleEach(this.#parts.differences, ids, (id) => this.settle(id, action, author))
  }

  /** Settles each one with the action that its kind takes. Unexpected errors are collected as failures, too. */
  recordAll(differences: readonly Difference[], author: Author): Promise<SettledAll> {
    const actions = new Map(differences.map(({ id, kind }) => [id, actionOf(kind)]))
    return settleEach(this.#parts.differences, [...actions.keys()], async (id) => {
      try {
        return await this.settle(id, actions.get(id) as DifferenceAction, author)
      } catch (error) {
        if (error instanceof AppError) throw error
        const reason = error instanceof Error ? error.message : String(error)
        throw new AppError('unavailable', 'NOT_RECORDED', reason, { cause: error })
      }
    })
  }

  async #takeOver(difference: Difference, author: Author): Promise<void> {
    const recorded = await this.#parts.lostOrders.takeOver(difference, author)
    // The order is in the log by now: another person recorded it, or the database was restored again.
    if (!recorded) await this.#record(difference, author)
  }

  /** Records the current state at Stripe through `Observations`, the one writer of Stripe's facts. */
  async #record({ intentId }: Pick<Difference, 'intentId'>, author: Author): Promise<void> {
    const seen = await this.#parts.observations.observe(intentId, author, ({ news }) =>
      news.length > 0
        ? this.#parts.differences.settled(intentId, 'recorded', nameOf(author))
        : this.#parts.differences.caughtUp(intentId),
    )
    if (seen.outcome !== 'applied') throw changed()
  }

  async #recordMissing(difference: Difference, author: Author): Promise<void> {
    const { intentId } = difference
    const seen = await this.#parts.observations.foresee(intentId)
    if (seen.outcome !== 'unknown-intent' || seen.order === null) throw changed()
    await this.#parts.orders.change(
      seen.order.id,
      author,
      ({ order }) => {
        const news = observe(order, [missingFact(order, intentId)])
        // Received money is never removed because the configured account lacks the payment: a note leaves it to a person.
        return news.length > 0 ? news : addNote(order, this.#noteOf(difference, author))
      },
      { writes: () => this.#parts.differences.settled(intentId, 'recorded', nameOf(author)) },
    )
  }

  async #recordAhead(difference: Difference, author: Author): Promise<void> {
    const { orderId, intentId } = difference
    if (orderId === null) throw changed()
    await this.#parts.orders.change(
      orderId,
      author,
      ({ order }) => addNote(order, this.#noteOf(difference, author)),
      { writes: () => this.#parts.differences.settled(intentId, 'recorded', nameOf(author)) },
    )
  }

  async #noteForeign({ id, intentId, orderId, stripeSays }: Difference, author: Author): Promise<void> {
    const seen = await this.#parts.observations.foresee(intentId)
    if (seen.outcome !== 'unknown-order') throw changed()
    const writes = this.#parts.differences.settled(intentId, 'foreign', nameOf(author))
    const { isNew } = await this.#parts.streams.change(
      foreignPayments,
      intentId,
      () => [{ type: foreignEventType, data: { intentId, orderId, stripeSays } }],
      () => ({ metadata: metadataOf(author), once: `difference:${id}`, writes }),
    )
    if (!isNew) await runWrites(this.#parts.database.sql, writes)
  }

  #noteOf({ id, intentId, logSays, stripeSays }: Difference, author: Author) {
    const text = `Compared with Stripe, payment ${intentId}: the log says "${logSays}", Stripe says "${stripeSays}".`
    return { noteId: id, text, by: byOf(author) }
  }

  async #get(id: string): Promise<Difference> {
    const difference = await this.#parts.differences.get(id)
    if (difference === null) throw new AppError('not-found', 'DIFFERENCE_NOT_FOUND', 'No such difference')
    return difference
  }
}

const done: Record<DifferenceAction, string> = {
  record: 'recorded at an order',
  foreign: 'noted as foreign',
  'take-over': 'taken over',
}
