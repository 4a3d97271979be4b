import { Customers, Organizations } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { isLive, type SeatState } from '../domain/seat.ts'
import { invite, noSeat, revoke } from '../domain/seat-decisions.ts'
import { programTables } from '../tables.ts'
import { SeatLinks } from './seat-links.ts'
import { seatMail } from './seat-mails.ts'
import { type SeatRow, SeatRows } from './seat-rows.ts'
import { type SeatAuthor, Seats, saltedDigest } from './seats.ts'

/** Appends that run concurrently and share transactions. */
const batchSize = 20
/** The shortest time between two mails about one invitation. */
const reminderIntervalMs = 3_600_000
/** Error codes for a seat that was assigned or closed by a concurrent call. */
const unavailableCodes = new Set(['SEAT_TAKEN', 'SEAT_ENDED', 'SEAT_CLOSING'])

/** The organization's invitations to seats: invite, remind, revoke. `SeatClaims` is the invited person's side. */
export class SeatOffers {
  static readonly needs = {
    database: Database,
    jobs: Jobs,
    clock: Clock,
    ids: Ids,
    seats: Seats,
    rows: SeatRows,
    links: SeatLinks,
    customers: Customers,
    organizations: Organizations,
  }
  readonly #parts: Given<typeof SeatOffers.needs>

  constructor(parts: Given<typeof SeatOffers.needs>) {
    this.#parts = parts
  }

  /**
   * Assigns the open seats of an order, in the order of their numbers, to these addresses, and invites them by mail.
   * @returns `invited`; `already`: addresses with a seat or an invitation of this order, unchanged; `noSeat`: addresses for
   *   which no seat was left, because another manager assigned it at the same time
   * @throws AppError not-found `ORGANIZATION_NOT_FOUND`; conflict `TOO_FEW_SEATS`, `SEATS_NOT_PAID`
   */
  async invite(
    organizationId: string,
    orderId: string,
    emails: readonly string[],
    author: SeatAuthor,
  ): Promise<Record<'invited' | 'already' | 'noSeat', string[]>> {
    const requested = [...new Set(emails)]
    const invited: string[] = []
    const result = (noSeat: string[] = []) => {
      const open = new Set([...invited, ...noSeat])
      return { invited, already: requested.filter((email) => !open.has(email)), noSeat }
    }
    // Each round reads the seats again: concurrent calls may have assigned some of them.
    for (let remaining = requested; ; ) {
      const seats = await this.#ofOrder(organizationId, orderId, author)
      const taken = new Set(await this.#addressesOf(seats))
      remaining = remaining.filter((email) => !taken.has(email))
      if (remaining.length === 0) return result()
      const free = seats.filter(({ state, refundId }) => state === 'open' && refundId === null)
      if (free.length < remaining.length && invited.length === 0)
        throw new AppError(
          'conflict',
          'TOO_FEW_SEATS',
          `${remaining.length} people, and ${free.length} seats of this order are free. Nobody was invited.`,
          { extra: { free: free.length } },
        )
      if (free.length === 0) return result(remaining)
      const pairs = free.slice(0, remaining.length).map((seat, at) => ({ email: remaining[at]!, seat }))
      for (let at = 0; at < pairs.length; at += batchSize) {
        const some = pairs.slice(at, at + batchSize)
        const done = await Promise.all(some.map(({ email, seat }) => this.#invite(seat, email, author)))
        invited.push(...some.filter((_, index) => done[index]).map(({ email }) => email))
      }
      remaining = remaining.filter((email) => !invited.includes(email))
    }
  }

  /** @returns false if the seat was assigned meanwhile, or the address now has another seat of the order */
  async #invite({ id, round, orderId }: SeatRow, email: string, author: SeatAuthor): Promise<boolean> {
    const { seats, links, clock } = this.#parts
    const now = clock.now()
    const salt = this.#parts.ids.uuid()
    const digest = saltedDigest(email, salt)
    const person = { email, salt, invitedAt: now, linkUntil: links.until(), orderId }
    const write = programTables()
      .insertInto('program_seat_person')
      .values({ seatId: id, ...person })
    const change = seats.change(id, author, (seat) => invite(seat, digest), {
      writes: [writeOf(write.onConflict((already) => already.column('seatId').doUpdateSet(person)))],
      jobs: [
        seatMail.request(
          { kind: 'invited', seatId: id, userId: null },
          { key: `invited:${id}:${round + 1}` },
        ),
      ],
    })
    return change.catch((error: unknown) => {
      const isUnavailable = error instanceof AppError && unavailableCodes.has(error.code)
      if (isUnavailable || violates(error, 'program_seat_person', 'program_seat_person_once')) return false
      throw error
    })
  }

  /** Sends invitations again, at most once an hour, and extends their links to 30 days from now. @returns the number of mails */
  async remind(organizationId: string, seatIds: readonly string[], author: SeatAuthor): Promise<number> {
    const { database, jobs, links, clock } = this.#parts
    const now = clock.now()
    const since = new Date(now.getTime() - reminderIntervalMs)
    const seats = (await this.#own(organizationId, seatIds, author)).filter(
      ({ person, refundId, claim: seatClaim }) =>
        person !== null &&
        refundId === null &&
        seatClaim === 'paid' &&
        links.madeAt(person.linkUntil) <= since,
    )
    const hour = now.toISOString().slice(0, 13)
    await database.rawTransaction(async (sql) => {
      for (const { id, round } of seats) {
        await programTables(sql)
          .updateTable('program_seat_person')
          .set({ linkUntil: links.until() })
          .where('seatId', '=', id)
          .execute()
        const data = { kind: 'invited' as const, seatId: id, userId: null }
        await jobs.enqueue(sql, seatMail.request(data, { key: `invited:${id}:${round}:${hour}` }))
      }
    })
    return seats.length
  }

  /**
   * Revokes an invitation, or a claimed seat before its cohort has begun; the participant gets a mail. Refused if the seat is
   * no longer as its organization saw it (`shown`).
   * @throws AppError not-found `SEAT_NOT_FOUND`; conflict `COHORT_BEGUN`, `SEAT_CHANGED`; otherwise as the decision
   */
  async revoke(
    organizationId: string,
    shown: { seatId: string; state: SeatState; round: number },
    author: SeatAuthor,
  ): Promise<void> {
    const { seats, ids, clock } = this.#parts
    const { seatId, state, round } = shown
    const [row] = await this.#own(organizationId, [seatId], author)
    if (row === undefined) throw noSeat()
    const { cohort, participantId } = row
    const formerParticipant = state === 'claimed' ? participantId : null
    if (
      formerParticipant !== null &&
      cohort !== null &&
      cohort.startsOn <= dayIn(cohort.timeZone, clock.now())
    )
      throw new AppError(
        'conflict',
        'COHORT_BEGUN',
        'The cohort of this seat has begun, so it cannot be taken back any more. Please write to us.',
      )
    const replacement = ids.uuid()
    const mail = { kind: 'revoked' as const, seatId, userId: formerParticipant }
    await seats.change(
      seatId,
      author,
      (seat) => {
        if (isLive(seat) && (seat.state !== state || seat.round !== round))
          throw new AppError(
            'conflict',
            'SEAT_CHANGED',
            'This seat has changed since you looked at it, so it was not taken back. Please look at it again.',
          )
        return revoke(seat, replacement)
      },
      {
        jobs:
          formerParticipant === null ? [] : [seatMail.request(mail, { key: `revoked:${seatId}:${round}` })],
      },
    )
  }

  async #ofOrder(organizationId: string, orderId: string, { actor }: SeatAuthor): Promise<SeatRow[]> {
    const { organizations, rows } = this.#parts
    await organizations.assertManages(actor.userId, organizationId)
    return (await rows.ofOrganization(organizationId)).filter((seat) => seat.orderId === orderId)
  }

  /** The seats with these ids that belong to the organization. */
  async #own(organizationId: string, seatIds: readonly string[], { actor }: SeatAuthor): Promise<SeatRow[]> {
    await this.#parts.organizations.assertManages(actor.userId, organizationId)
    const found = await this.#parts.rows.ofIds(seatIds)
    return found.filter((seat) => seat.organizationId === organizationId)
  }

  /** The addresses of the invited people and of the participants. */
  async #addressesOf(seats: readonly SeatRow[]): Promise<string[]> {
    const participants = await this.#parts.customers.getMany(
      seats.flatMap(({ participantId }) => participantId ?? []),
    )
    const claimed = [...participants.values()].map(({ email }) => email)
    return [...claimed, ...seats.flatMap(({ person }) => person?.email ?? [])]
  }
}
