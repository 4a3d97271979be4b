import { createHash } from 'node:crypto'
import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import type { StreamKind, Streams } from '#platform/event-log/streams.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { AppError } from '#platform/kernel/error.ts'
import { evolve, newSeat, type Seat, type SeatEvent } from '../domain/seat.ts'
import { programTables } from '../tables.ts'

/** The author of a change of a seat, and the request. */
export interface SeatAuthor {
  actor: CustomerActor
  requestId: string
}

/** Writes and jobs that commit with the events of a decision. */
export interface CommitExtras {
  writes?: readonly Write[]
  jobs?: readonly JobRequest[]
}

const expectText = 'select program_expect_seat($1, $2, $3)'
const replaceText = 'select program_replace_seat($1, $2, $3)'

const seatStream: StreamKind<Seat, SeatEvent> = { prefix: 'seat-', empty: newSeat, evolve }

/** A digest of the address for events. It cannot be reversed without the salt, which is deleted with the address. */
export const saltedDigest = (email: string, salt: string): string =>
  createHash('sha256').update(`${salt}:${email}`).digest('hex')

const notPaid = (): AppError =>
  new AppError(
    'conflict',
    'SEATS_NOT_PAID',
    'These seats can be used once their order is paid, or released by us.',
  )

/** The event-sourced seats, changed by managers and participants. Orders change seats in `seats.sql.ts`. */
export class Seats {
  readonly #streams: Streams

  constructor(streams: Streams) {
    this.#streams = streams
  }

  /**
   * Appends the events of `decide` with the rows that they change. Calls `decide` again after a concurrent change.
   * @returns whether anything changed
   * @throws AppError conflict `SEATS_NOT_PAID`, `SEAT_OF_ORDER_TAKEN`; the errors of `decide`
   */
  async change(
    id: string,
    { actor, requestId }: SeatAuthor,
    decide: (seat: Seat) => SeatEvent[],
    { writes = [], jobs = [] }: CommitExtras = {},
  ): Promise<boolean> {
    try {
      const changed = await this.#streams.change(seatStream, id, decide, ({ news, version, now }) => ({
        metadata: { actor: `customer:${actor.userId}`, requestId },
        writes: [
          { text: expectText, values: [id, version, news.some(needsPaid)] },
          ...news.flatMap((event) => writesOf(id, event, now)),
          ...writes,
        ],
        jobs,
      }))
      return changed.isNew
    } catch (error) {
      if (violates(error, 'program_seat', 'program_seat_paid')) throw notPaid()
      if (violates(error, 'program_seat', 'program_seat_once'))
        throw new AppError(
          'conflict',
          'SEAT_OF_ORDER_TAKEN',
          'You have claimed another of these seats already. Your organization can give this one to somebody else.',
        )
      throw error
    }
  }
}

/** Revoking an invitation does not need a paid order. */
const needsPaid = (event: SeatEvent): boolean =>
  event.type !== 'SeatRevoked' || event.data.replacedBy !== null

/** Writes that update the tables for an event that a person caused. */
function writesOf(id: string, event: SeatEvent, now: Date): Write[] {
  const tables = programTables()
  const seat = tables.updateTable('program_seat').where('id', '=', id)
  const deletePerson = writeOf(tables.deleteFrom('program_seat_person').where('seatId', '=', id))
  if (event.type === 'SeatInvited') return [writeOf(seat.set({ state: 'invited', round: event.data.round }))]
  if (event.type === 'SeatClaimed') {
    const { participantId } = event.data
    return [
      writeOf(seat.set({ state: 'claimed', participantId, claimedAt: now })),
      writeOf(
        tables.updateTable('program_enrollment').set({ buyerId: participantId }).where('orderId', '=', id),
      ),
      deletePerson,
    ]
  }
  if (event.type !== 'SeatRevoked') return []
  const { replacedBy } = event.data
  if (replacedBy === null) return [writeOf(seat.set({ state: 'open' })), deletePerson]
  return [
    writeOf(seat.set({ state: 'revoked', endedAt: now })),
    { text: replaceText, values: [id, replacedBy, now] },
  ]
}
