import type { CheckSource } from '../../domain/check-source.ts'
import type { PlaceClaim } from './cohort.ts'
import { fold, isLive, type SeatEvent, type SeatState } from './seat.ts'

/** What a check needs to know of an order. */
export interface CheckedOrder {
  claim: PlaceClaim
  version: number
  /** The seats that its lines buy; empty for a person's order. */
  bought: readonly { line: number; quantity: number }[]
}

interface Row {
  id: string
  orderId: string
  line: number
  state: SeatState
  claim: PlaceClaim
  orderVersion: number
  /** The row's state, in the format that `stream` builds from the events. */
  described: string
  /** Opened within 5 minutes, so the order may have been read before the seat. */
  fresh: boolean
}

const rowsText = `select id, order_id as "orderId", line, state, claim, order_version as "orderVersion",
  opened_at between now() - interval '5 minutes' and now() as fresh,
  concat_ws(' ', state, order_id, organization_id, line, number, round, coalesce(participant_id, '-'), coalesce(refund_id, '-'))
    as described from program_seat`

const streamPrefix = 'seat-'

/** Compares the seats of organizations with their events and with their orders. */
export class SeatCheck {
  readonly #add: (fault: string) => void
  readonly #rows: Map<string, Row>
  readonly #ofOrder: ReadonlyMap<string, Row[]>
  readonly #recorded = new Set<string>()
  readonly #orders = new Set<string>()

  private constructor(add: (fault: string) => void, rows: readonly Row[]) {
    this.#add = add
    this.#rows = new Map(rows.map((row) => [row.id, row]))
    this.#ofOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  }

  /** Reads one small row per seat into memory. */
  static async begin(source: CheckSource, add: (fault: string) => void): Promise<SeatCheck> {
    return new SeatCheck(add, await source.query<Row>(rowsText))
  }

  /** Checks a stream of the log; ignores streams of other objects. */
  stream(name: string, facts: readonly { type: string; data: unknown }[]): void {
    if (!name.startsWith(streamPrefix)) return
    const id = name.slice(streamPrefix.length)
    this.#recorded.add(id)
    const seat = fold(
      id,
      facts.map(({ type, data }) => ({ type, data }) as unknown as SeatEvent),
    )
    const { opened, state, round, participantId, refundId } = seat
    const expected = [
      ...[state, opened?.orderId, opened?.organizationId, opened?.line, opened?.number, round],
      ...[participantId ?? '-', refundId ?? '-'],
    ].join(' ')
    const actual = this.#rows.get(id)?.described ?? 'not there'
    if (actual !== expected) this.#add(`seat ${id} is ${actual} in the table, in the log ${expected}`)
  }

  /** Checks the seats of an order. @returns each seat with the claim that its enrollment must have; an ended seat's is `over` */
  order(id: string, { claim, version, bought }: CheckedOrder): { id: string; claim: PlaceClaim }[] {
    const seats = this.#ofOrder.get(id) ?? []
    if (seats.length > 0) this.#orders.add(id)
    for (const seat of seats) {
      if (seat.claim !== claim && !seat.fresh)
        this.#add(`order ${id} is ${claim}, and ${seat.claim} for its seat ${seat.id}`)
      if (seat.orderVersion > version)
        this.#add(`order ${id} has version ${version}, and its seat ${seat.id} followed ${seat.orderVersion}`)
    }
    // A seat that was taken back counts as the one that replaces it.
    const kept = seats.filter(({ state }) => state !== 'revoked')
    for (const { line, quantity } of bought) {
      const count = kept.filter((seat) => seat.line === line).length
      if (count !== quantity)
        this.#add(`line ${line} of order ${id} bought ${quantity} seats, and ${count} were opened for it`)
    }
    return seats.map((seat) => ({ id: seat.id, claim: isLive(seat) ? seat.claim : 'over' }))
  }

  /** Reports seats that the log does not have. */
  end(): void {
    for (const { id, orderId } of this.#rows.values()) {
      if (!this.#recorded.has(id)) this.#add(`seat ${id} is in the table and not in the log`)
      if (!this.#orders.has(orderId)) this.#add(`seat ${id} is of order ${orderId}, which is not in the log`)
    }
  }
}
