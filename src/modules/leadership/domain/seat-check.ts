import type { CheckSource } from './check-source.ts'
import type { PlaceClaim } from './cohort.ts'
import { fold, isLive, type SeatEvent, type SeatState } from './seat.ts'

interface Row {
  id: string
  orderId: string
  state: SeatState
  claim: PlaceClaim
  /** What the row says, in the words of `wordsOf`. */
  said: string
  /** Stored within the last minutes: its order may be read once more. */
  fresh: boolean
}

const rowsText = `select id, order_id as "orderId", state, claim,
  opened_at between now() - interval '5 minutes' and now() as fresh,
  concat_ws(' ', state, order_id, organization_id, line, number, round, coalesce(participant_id, '-'), coalesce(refund_id, '-'))
    as said from program_seat`

const streamPrefix = 'seat-'

/** Compares the seats of organizations with their events, and with the orders that they are of. */
export class SeatCheck {
  readonly #add: (fault: string) => void
  readonly #rows: Map<string, Row>
  readonly #ofOrder: ReadonlyMap<string, Row[]>
  readonly #told = new Set<string>()
  readonly #orders = new Set<string>()

  private constructor(add: (fault: string) => void, rows: readonly Row[]) {
    this.#add = add
    this.#rows = new Map(rows.map((row) => [row.id, row]))
    this.#ofOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  }

  /** Keeps one small row for every seat. */
  static async begin(source: CheckSource, add: (fault: string) => void): Promise<SeatCheck> {
    return new SeatCheck(add, await source.query<Row>(rowsText))
  }

  /** A stream of the log; nothing happens for one that is not a seat's. */
  stream(name: string, facts: readonly { type: string; data: unknown }[]): void {
    if (!name.startsWith(streamPrefix)) return
    const id = name.slice(streamPrefix.length)
    this.#told.add(id)
    const seat = fold(
      id,
      facts.map(({ type, data }) => ({ type, data }) as unknown as SeatEvent),
    )
    const { opened, state, round, participantId, refundId } = seat
    const should = [
      ...[state, opened?.orderId, opened?.organizationId, opened?.line, opened?.number, round],
      ...[participantId ?? '-', refundId ?? '-'],
    ].join(' ')
    const is = this.#rows.get(id)?.said ?? 'not there'
    if (is !== should) this.#add(`seat ${id} is ${is} in the table, in the log ${should}`)
  }

  /** The seats of an order, each with how it has to stand to its place: one that has ended wants none. */
  order(id: string, claim: PlaceClaim): { id: string; claim: PlaceClaim }[] {
    const seats = this.#ofOrder.get(id) ?? []
    if (seats.length > 0) this.#orders.add(id)
    for (const seat of seats)
      if (seat.claim !== claim && !seat.fresh)
        this.#add(`order ${id} is ${claim}, and ${seat.claim} for its seat ${seat.id}`)
    return seats.map((seat) => ({ id: seat.id, claim: isLive(seat) ? seat.claim : 'over' }))
  }

  /** Everything that is kept was told of by the log. */
  end(): void {
    for (const { id, orderId } of this.#rows.values()) {
      if (!this.#told.has(id)) this.#add(`seat ${id} is in the table and not in the log`)
      if (!this.#orders.has(orderId)) this.#add(`seat ${id} is of order ${orderId}, which is not in the log`)
    }
  }
}
