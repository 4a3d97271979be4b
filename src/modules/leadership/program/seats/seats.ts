import { createHash } from 'node:crypto'
import { violates } from '#platform/database/failures.ts'
import { type EventLog, type Fact, VersionClash, type Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { fold, type Seat, type SeatEvent } from '../../domain/seat.ts'
import { programTables } from '../tables.ts'

/** Who changes a seat, and in which request. */
export interface SeatAuthor {
  actor: CustomerActor
  requestId: string
}

/** What commits with the events of a decision. */
export interface Beside {
  writes?: readonly Write[]
  jobs?: readonly JobRequest[]
}

const maxTries = 50
const expectText = 'select program_expect_seat($1, $2, $3)'
const replaceText = 'select program_replace_seat($1, $2, $3)'
const streamOf = (id: string): string => `seat-${id}`

/** The address in a form that events may keep: nobody finds it without the salt, which is erased with it. */
export const saltedDigest = (email: string, salt: string): string =>
  createHash('sha256').update(`${salt}:${email}`).digest('hex')

const notPaid = (): AppError =>
  new AppError(
    'conflict',
    'SEATS_NOT_PAID',
    'These seats can be used once their order is paid, or released by us.',
  )

/** The event-sourced seats, as the organization's people and participants change them. What orders do: `seats.sql.ts`. */
export class Seats {
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(log: EventLog, clock: Clock, ids: Ids) {
    this.#log = log
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Lets `decide` say what is new, and appends it with the rows that it changes; [] changes nothing. Decides again when
   * somebody else was quicker.
   * @throws AppError conflict `SEATS_NOT_PAID`, `SEAT_OF_ORDER_TAKEN`; whatever `decide` throws
   */
  async change(
    id: string,
    { actor, requestId }: SeatAuthor,
    decide: (seat: Seat) => SeatEvent[],
    { writes = [], jobs = [] }: Beside = {},
  ): Promise<boolean> {
    // The log knows a repeat by these ids before it compares versions: two callers must never share one.
    const change = this.#ids.uuid()
    for (let tries = 1; ; tries += 1) {
      const facts = await this.#log.factsOf(streamOf(id))
      const version = facts.at(-1)?.version ?? 0
      const news = decide(fold(id, facts.map(eventOf)))
      if (news.length === 0) return false
      const now = this.#clock.now()
      try {
        await this.#log.append({
          stream: streamOf(id),
          expectedVersion: version,
          events: news.map(({ type, data }, at) => ({
            type,
            schemaVersion: 1,
            data: { ...data },
            source: 'app',
            sourceId: `change:${change}:${at}`,
            occurredAt: now,
          })),
          metadata: { actor: `customer:${actor.userId}`, requestId },
          writes: [
            { text: expectText, values: [id, version + news.length, news.some(needsPaid)] },
            ...news.flatMap((event) => writesOf(id, event, now)),
            ...writes,
          ],
          jobs,
        })
        return true
      } catch (error) {
        if (violates(error, 'program_seat', 'program_seat_paid')) throw notPaid()
        if (violates(error, 'program_seat', 'program_seat_once'))
          throw new AppError(
            'conflict',
            'SEAT_OF_ORDER_TAKEN',
            'You have claimed another of these seats already. Your organization can give this one to somebody else.',
          )
        if (!(error instanceof VersionClash) || tries >= maxTries) throw error
      }
    }
  }
}

/** An invitation is taken back whether or not the order is paid. */
const needsPaid = (event: SeatEvent): boolean =>
  event.type !== 'SeatRevoked' || event.data.replacedBy !== null

const eventOf = ({ type, data }: Fact): SeatEvent => ({ type, data }) as unknown as SeatEvent

/** What brings the tables up to an event that a person caused. */
function writesOf(id: string, event: SeatEvent, now: Date): Write[] {
  const tables = programTables()
  const seat = tables.updateTable('program_seat').where('id', '=', id)
  const nobody = writeOf(tables.deleteFrom('program_seat_person').where('seat_id', '=', id))
  if (event.type === 'SeatInvited') return [writeOf(seat.set({ state: 'invited', round: event.data.round }))]
  if (event.type === 'SeatClaimed') {
    const { participantId } = event.data
    return [
      writeOf(seat.set({ state: 'claimed', participant_id: participantId, claimed_at: now })),
      writeOf(
        tables.updateTable('program_enrollment').set({ buyer_id: participantId }).where('order_id', '=', id),
      ),
      nobody,
    ]
  }
  if (event.type !== 'SeatRevoked') return []
  const { replacedBy } = event.data
  if (replacedBy === null) return [writeOf(seat.set({ state: 'open' })), nobody]
  return [
    writeOf(seat.set({ state: 'revoked', ended_at: now })),
    { text: replaceText, values: [id, replacedBy, now] },
  ]
}
