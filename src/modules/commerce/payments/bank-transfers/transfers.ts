import { Places, type PlaceWork } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { Order } from '../../domain/order.ts'
import { assertSeatsNamed, type NamedSeats } from '../../domain/refund-decisions.ts'
import {
  momentOf,
  requestIdUsed,
  returnTransfer,
  type TransferEvent,
  type TransferStanding,
  takeBackTransfer,
  tooMuch,
  transferUsed,
  type UseEvent,
  voidTransfer,
} from '../../domain/transfer.ts'
import { applyTransfer, refundTransfer, reverseUses, withdrawTransfer } from '../../domain/transfer-uses.ts'
import { type Author, byOf, metadataOf } from '../../orders/author.ts'
import { Orders } from '../../orders/orders.ts'
import { unstorable } from './statement.ts'
import { transferTables } from './tables.ts'
import { type RecordedTransfer, transferStream } from './transfer-stream.ts'
import { changeWrites, type Identity, observedWrites, type Sender, useWrites } from './transfer-writes.ts'

/** What is recorded of money that arrived. */
export type ObservedTransfer = Extract<TransferEvent, { type: 'TransferObserved' }>['data']

type Back = { returnId: string; amount: number; reason: string; movedAt: string }
type Standing = TransferStanding & { amount: number; isVoid: boolean }
type ReturnedEvent = Extract<TransferEvent, { type: 'TransferReturned' }>
type ChangeEvent = Exclude<TransferEvent, { type: 'TransferObserved' }>

/**
 * The ledger of bank transfers: each amount is applied to orders, unassigned, or returned, in every moment. What an order
 * takes and gives is an event of the order, committed with the rows of the ledger, whose checks refuse what is too much.
 */
export class Transfers {
  static readonly needs = {
    streams: Streams,
    database: Database,
    orders: Orders,
    clock: Clock,
    places: Places,
  }
  readonly #parts: Given<typeof Transfers.needs>

  constructor(parts: Given<typeof Transfers.needs>) {
    this.#parts = parts
  }

  /** @throws AppError not-found `TRANSFER_NOT_FOUND`. */
  async get(id: string): Promise<Standing> {
    const row = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_transfer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new AppError('not-found', 'TRANSFER_NOT_FOUND', 'There is no such transfer')
    const { amountMinor: amount, currency, bookedOn } = row
    const isVoid = row.voidedAt !== null
    const unassigned = isVoid ? 0 : amount - row.appliedMinor - row.returnedMinor
    return { id, amount, currency, bookedOn, unassigned, isVoid }
  }

  /**
   * Records money that arrived; false when it, or another transfer with one of its identities, is recorded already.
   * @throws RangeError for values that lists could not answer
   */
  async observe(
    id: string,
    data: ObservedTransfer,
    sender: Sender,
    author: Author,
    identities: readonly Identity[] = [],
  ): Promise<boolean> {
    const problem = unstorable(data)
    if (problem !== null) throw new RangeError(`A transfer is not recorded: ${problem}`)
    const event = { type: 'TransferObserved', data } as const
    try {
      const { isNew } = await this.#parts.streams.change(
        transferStream,
        id,
        ({ isObserved }) => (isObserved ? [] : [event]),
        ({ now }) => ({
          metadata: metadataOf(author),
          once: 'observed',
          writes: observedWrites(id, event, sender, now, identities),
        }),
      )
      return isNew
    } catch (error) {
      const isKnown =
        violates(error, 'commerce_transfer', 'commerce_transfer_pkey') ||
        violates(error, 'commerce_transfer_identity', 'commerce_transfer_identity_pkey')
      if (isKnown) return false
      throw error
    }
  }

  /**
   * See `applyTransfer`. A repeat with the same `useId` does nothing.
   * @throws also conflict `REQUEST_ID_USED` when the id was used for another order or transfer.
   */
  async apply(
    id: string,
    orderId: string,
    use: { amount: number | null; useId: string | null },
    author: Author,
  ): Promise<void> {
    const transfer = await this.get(id)
    if (use.useId !== null) await this.#assertOwn(id, orderId, use.useId)
    await this.#change(id, orderId, author, (order) => applyTransfer(order, transfer, use.amount, use.useId))
  }

  /** See `withdrawTransfer`. @throws AppError conflict `TRANSFER_NOT_APPLIED` when the order has nothing of it. */
  async withdraw(id: string, orderId: string, reason: string, author: Author): Promise<void> {
    const movedAt = this.#parts.clock.now().toISOString()
    const withdrawn = await this.#change(id, orderId, author, (order) =>
      withdrawTransfer(order, id, { reason, movedAt }),
    )
    if (withdrawn.length === 0)
      throw new AppError('conflict', 'TRANSFER_NOT_APPLIED', 'This order has nothing of this transfer')
  }

  /**
   * See `refundTransfer`; ends these seats of the order in the same step. A repeat with the same id does nothing.
   * @throws AppError invalid `SEATS_NOT_NAMED` for an organization's order without `seatIds`; conflict `SEATS_CHANGED` when
   *   they are not the first ones any more that a refund closes.
   */
  async refund(
    id: string,
    orderId: string,
    refund: { refundId: string; amount: number; reason: string; movedAt: string } & NamedSeats,
    author: Author,
  ): Promise<void> {
    const { seatIds, claimedSeatIds, ...back } = refund
    const key = `transfer:${back.refundId}`
    const settled = this.#parts.places.settleSeats(orderId, key, true)
    const seats: PlaceWork = {
      writes: [
        ...this.#parts.places.closeSeats(orderId, key, seatIds ?? [], claimedSeatIds),
        ...settled.writes,
      ],
      jobs: settled.jobs,
    }
    const decide = (order: Order): UseEvent[] => {
      assertSeatsNamed(order, seatIds)
      return refundTransfer(order, id, back)
    }
    await this.#change(id, orderId, author, decide, seats)
  }

  /** See `returnTransfer`. A repeat with the same id does nothing. @throws also conflict `REQUEST_ID_USED` for another amount or transfer */
  return(id: string, back: Back, author: Author): Promise<void> {
    return this.#return(id, back, author, (transfer) =>
      returnTransfer(transfer, { ...back, by: byOf(author) }),
    )
  }

  async #return(
    id: string,
    { returnId, amount }: Pick<Back, 'returnId' | 'amount'>,
    author: Author,
    decide: (transfer: Standing) => ReturnedEvent,
  ): Promise<void> {
    const once = () => `return:${returnId}`
    await this.#append(id, author, { once, refused: tooMuch }, (transfer, { returns }) => {
      const known = returns.get(returnId)
      if (known === amount) return []
      if (known !== undefined) throw requestIdUsed()
      return [decide(transfer)]
    })
  }

  /**
   * Takes a transfer that was recorded by mistake out of all sums, or puts it back. A repeat does nothing.
   * @throws AppError conflict `TRANSFER_USED` when a part of it was applied or returned
   */
  async void(id: string, isVoid: boolean, reason: string, author: Author): Promise<void> {
    const once = (version: number) => `void:${version - 1}`
    await this.#append(id, author, { once, refused: transferUsed }, (transfer) => {
      if (transfer.isVoid === isVoid) return []
      const data = { reason, by: byOf(author) }
      return [isVoid ? voidTransfer(transfer, data) : { type: 'TransferReinstated', data }]
    })
  }

  /**
   * The bank took a transfer back: orders that received it are open again, and all of it is returned. See `reverseUses`.
   * @param entry of the bank's statement, by its key and its day
   */
  async reverse(id: string, entry: { key: string; bookedOn: string }, author: Author): Promise<void> {
    const uses = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_transfer_use')
      .select('orderId')
      .distinct()
      .where('transferId', '=', id)
      .where('withdrawnMinor', '=', 0)
      .execute()
    const why = { reason: 'The bank took it back', movedAt: momentOf(entry.bookedOn) }
    for (const { orderId } of uses)
      await this.#change(id, orderId, author, (order) => reverseUses(order, id, why))
    const { amount } = await this.get(id)
    const returnId = entry.key
    await this.#return(id, { returnId, amount }, author, (transfer) =>
      takeBackTransfer(transfer, { ...why, returnId, by: byOf(author) }),
    )
  }

  async #assertOwn(id: string, orderId: string, useId: string): Promise<void> {
    const other = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_transfer_use')
      .select('useId')
      .where('useId', 'like', `%.${useId}`)
      .where(({ eb, or }) => or([eb('transferId', '<>', id), eb('orderId', '<>', orderId)]))
      .limit(1)
      .execute()
    if (other.length > 0) throw requestIdUsed()
  }

  /** What Stripe did with money of a transfer: a fact, which the order takes as `decide` makes it. */
  async recordUse(
    id: string,
    orderId: string,
    decide: (order: Order) => UseEvent[],
    author: Author,
  ): Promise<void> {
    await this.#change(id, orderId, author, (order) => {
      if (order.placed === null)
        throw new AppError('unavailable', 'UNKNOWN_ORDER', `There is no order ${orderId} yet`)
      return decide(order)
    })
  }

  /** Appends to the stream of a transfer that is recorded. @param refused by the rows' checks */
  async #append(
    id: string,
    author: Author,
    { once, refused }: { once: (version: number) => string; refused: () => AppError },
    decide: (transfer: Standing, recorded: RecordedTransfer) => ChangeEvent[],
  ): Promise<void> {
    try {
      await this.#parts.streams.change(
        transferStream,
        id,
        async (): Promise<ChangeEvent[]> => {
          const transfer = await this.get(id)
          // Read again after the sums: a repeat that was stored in between is found among the events. Others refuse the version.
          const { state } = await this.#parts.streams.load(transferStream, id)
          return decide(transfer, state)
        },
        ({ news, version, now }) => ({
          metadata: metadataOf(author),
          once: once(version),
          writes: news.flatMap((event) => changeWrites(id, event, now)),
        }),
      )
    } catch (error) {
      if (violates(error, 'commerce_transfer_return')) throw requestIdUsed()
      if (violates(error, 'commerce_transfer')) throw refused()
      throw error
    }
  }

  /** Rows of the ledger that other changes moved meanwhile refuse the commit: nothing is stored then. */
  async #change(
    id: string,
    orderId: string,
    author: Author,
    decide: (order: Order) => UseEvent[],
    seats: PlaceWork = { writes: [], jobs: [] },
  ): Promise<UseEvent[]> {
    let decided: UseEvent[] = []
    try {
      await this.#parts.orders.change(
        orderId,
        author,
        ({ order }) => {
          decided = decide(order)
          return decided
        },
        {
          writes: () =>
            decided.length === 0
              ? []
              : [...decided.flatMap((event) => useWrites(id, orderId, event)), ...seats.writes],
          jobs: () => seats.jobs,
          once: true,
        },
      )
      return decided
    } catch (error) {
      if (violates(error, 'commerce_transfer') || violates(error, 'commerce_transfer_use')) throw tooMuch()
      throw this.#parts.places.refusalOf(error) ?? error
    }
  }
}
