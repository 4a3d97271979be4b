import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { isLive, type SeatState } from '../../domain/seat.ts'
import { claim, invitationOver, invite, noSeat, revoke } from '../../domain/seat-decisions.ts'
import { programTables } from '../tables.ts'
import type { SeatLinks } from './seat-links.ts'
import { seatMail } from './seat-mails.ts'
import type { SeatRow, SeatRows } from './seat-rows.ts'
import { type SeatAuthor, type Seats, saltedDigest } from './seats.ts'

export interface SeatOfferParts {
  database: Database
  jobs: Jobs
  clock: Clock
  ids: Ids
  seats: Seats
  rows: SeatRows
  links: SeatLinks
  customers: Customers
  organizations: Organizations
}

/** So many appends at once: they share transactions. */
const together = 20
/** Nobody is reminded so soon after an invitation or another reminder. */
const quietMs = 3_600_000
/** Somebody else was quicker with the seat. */
const goneSeats = new Set(['SEAT_TAKEN', 'SEAT_ENDED', 'SEAT_CLOSING'])

/** Seats go to people: the organization invites and takes back, whoever is invited claims. */
export class SeatOffers {
  readonly #parts: SeatOfferParts

  constructor(parts: SeatOfferParts) {
    this.#parts = parts
  }

  /**
   * Gives the open seats of an order, in their order, to these addresses, and writes to them. Who is invited to the order or has
   * a seat of it already is left as it is, and answered. So is, as `noSeat`, for whom no seat is left because another manager
   * gave it away at the same moment.
   * @throws AppError not-found `ORGANIZATION_NOT_FOUND`; conflict `TOO_FEW_SEATS`, `SEATS_NOT_PAID`
   */
  async invite(
    organizationId: string,
    orderId: string,
    emails: readonly string[],
    author: SeatAuthor,
  ): Promise<Record<'invited' | 'already' | 'noSeat', string[]>> {
    const wanted = [...new Set(emails)]
    const invited: string[] = []
    const answer = (owed: readonly string[], noSeat: string[] = []) => {
      const open = new Set([...owed, ...invited, ...noSeat])
      return { invited, already: wanted.filter((email) => !open.has(email)), noSeat }
    }
    // Each round the seats are looked at anew: whoever was quicker has taken some of them.
    for (let owed = wanted; ; ) {
      const seats = await this.#ofOrder(organizationId, orderId, author)
      const taken = new Set(await this.#addressesOf(seats))
      owed = owed.filter((email) => !taken.has(email))
      if (owed.length === 0) return answer([])
      const free = seats.filter(({ state, refundId }) => state === 'open' && refundId === null)
      if (free.length < owed.length && invited.length === 0)
        throw new AppError(
          'conflict',
          'TOO_FEW_SEATS',
          `${owed.length} people, and ${free.length} seats of this order are free. Nobody was invited.`,
          { extra: { free: free.length } },
        )
      if (free.length === 0) return answer([], owed)
      const pairs = free.slice(0, owed.length).map((seat, at) => ({ email: owed[at]!, seat }))
      for (let at = 0; at < pairs.length; at += together) {
        const some = pairs.slice(at, at + together)
        const done = await Promise.all(some.map(({ email, seat }) => this.#invite(seat, email, author)))
        invited.push(...some.filter((_, index) => done[index]).map(({ email }) => email))
      }
      owed = owed.filter((email) => !invited.includes(email))
    }
  }

  /** False when the seat was given away meanwhile, or the address has another seat of the order by now. */
  async #invite({ id, round, orderId }: SeatRow, email: string, author: SeatAuthor): Promise<boolean> {
    const { seats, links, clock } = this.#parts
    const now = clock.now()
    const salt = this.#parts.ids.uuid()
    const digest = saltedDigest(email, salt)
    const person = { email, salt, invited_at: now, link_until: links.until(), order_id: orderId }
    const write = programTables()
      .insertInto('program_seat_person')
      .values({ seat_id: id, ...person })
    const change = seats.change(id, author, (seat) => invite(seat, digest), {
      writes: [writeOf(write.onConflict((already) => already.column('seat_id').doUpdateSet(person)))],
      jobs: [
        seatMail.request(
          { kind: 'invited', seatId: id, userId: null },
          { key: `invited:${id}:${round + 1}` },
        ),
      ],
    })
    return change.catch((error: unknown) => {
      const isGone = error instanceof AppError && goneSeats.has(error.code)
      if (isGone || violates(error, 'program_seat_person', 'program_seat_person_once')) return false
      throw error
    })
  }

  /** Writes again, not within an hour of the last time, and makes the links live for 30 days from now. Answers how many are written to. */
  async remind(organizationId: string, seatIds: readonly string[], author: SeatAuthor): Promise<number> {
    const { database, jobs, links, clock } = this.#parts
    const now = clock.now()
    const since = new Date(now.getTime() - quietMs)
    const seats = (await this.#own(organizationId, seatIds, author)).filter(
      ({ person, refundId, claim: stands }) =>
        person !== null && refundId === null && stands === 'paid' && links.madeAt(person.linkUntil) <= since,
    )
    const hour = now.toISOString().slice(0, 13)
    await database.rawTransaction(async (sql) => {
      for (const { id, round } of seats) {
        await programTables(sql)
          .updateTable('program_seat_person')
          .set({ link_until: links.until() })
          .where('seat_id', '=', id)
          .execute()
        const data = { kind: 'invited' as const, seatId: id, userId: null }
        await jobs.enqueue(sql, seatMail.request(data, { key: `invited:${id}:${round}:${hour}` }))
      }
    })
    return seats.length
  }

  /**
   * Takes an invitation back, or a seat that was claimed, before its cohort has begun: whoever had it is told. Nothing happens
   * to a seat that is not as its organization was `shown` it any more.
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
    const isTakenFrom = state === 'claimed' ? participantId : null
    if (isTakenFrom !== null && cohort !== null && cohort.startsOn <= dayIn(cohort.timeZone, clock.now()))
      throw new AppError(
        'conflict',
        'COHORT_BEGUN',
        'The cohort of this seat has begun, so it cannot be taken back any more. Please write to us.',
      )
    const replacement = ids.uuid()
    const told = { kind: 'revoked' as const, seatId, userId: isTakenFrom }
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
      { jobs: isTakenFrom === null ? [] : [seatMail.request(told, { key: `revoked:${seatId}:${round}` })] },
    )
  }

  /**
   * The seat that a link offers. Nothing is changed by looking.
   * @throws AppError not-found `INVITATION_OVER`
   */
  async look(token: string): Promise<SeatRow> {
    const link = this.#parts.links.claimOf(token)
    const seat = link === null ? null : await this.#parts.rows.find(link.seatId)
    if (link === null || seat === null || seat.round !== link.round) throw invitationOver()
    // Whom it was offered to may be forgotten by now: then it is nobody's to claim.
    if (seat.state !== 'claimed' && (seat.state !== 'invited' || seat.person === null)) throw invitationOver()
    return seat
  }

  /**
   * The seat becomes the caller's, once; the same person again changes nothing. The caller's address is the invited one.
   * @throws AppError not-found `INVITATION_OVER`; forbidden `SEAT_FOR_OTHER_ADDRESS`; conflict `SEAT_CLAIMED`,
   *   `SEAT_OF_ORDER_TAKEN`, `SEATS_NOT_PAID`
   */
  async claim(token: string, author: SeatAuthor): Promise<string> {
    const { customers, seats } = this.#parts
    const participantId = author.actor.userId
    const { id, round, state, person } = await this.look(token)
    const customer = await customers.get(participantId)
    // Of a claimed seat the decision says whose it is.
    if (
      state !== 'claimed' &&
      person !== null &&
      (customer?.email !== person.email || !customer.isEmailVerified)
    )
      throw new AppError(
        'forbidden',
        'SEAT_FOR_OTHER_ADDRESS',
        `This invitation is for ${person.email}. Please sign in with that address.`,
      )
    await seats.change(id, author, (seat) => claim(seat, { round, participantId }))
    return id
  }

  async #ofOrder(organizationId: string, orderId: string, { actor }: SeatAuthor): Promise<SeatRow[]> {
    const { organizations, rows } = this.#parts
    await organizations.assertManages(actor.userId, organizationId)
    return (await rows.ofOrganization(organizationId)).filter((seat) => seat.orderId === orderId)
  }

  /** Those of the organization. */
  async #own(organizationId: string, seatIds: readonly string[], { actor }: SeatAuthor): Promise<SeatRow[]> {
    await this.#parts.organizations.assertManages(actor.userId, organizationId)
    const found = await this.#parts.rows.ofIds(seatIds)
    return found.filter((seat) => seat.organizationId === organizationId)
  }

  /** Of whom the seats are offered to, and of who has claimed them. */
  async #addressesOf(seats: readonly SeatRow[]): Promise<string[]> {
    const participants = await this.#parts.customers.getMany(
      seats.flatMap(({ participantId }) => participantId ?? []),
    )
    const claimed = [...participants.values()].map(({ email }) => email)
    return [...claimed, ...seats.flatMap(({ person }) => person?.email ?? [])]
  }
}
