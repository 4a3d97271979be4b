import type { Customer, Customers, Organizations } from '#modules/identity/index.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { isDeclined } from '../domain/report-consent.ts'
import type { Participants } from '../participants.ts'
import { type OwnRecord, progressOf, type RecordLists } from '../record-lists.ts'
import {
  claimSeat,
  inviteToSeats,
  moveSeat,
  type OrganizationSeat,
  organizationSeats,
  remindOfSeats,
  revokeSeat,
  seatInvitation,
} from './contract.ts'
import type { SeatClaims } from './seat-claims.ts'
import type { SeatLinks } from './seat-links.ts'
import type { SeatMoves } from './seat-moves.ts'
import type { SeatOffers } from './seat-offers.ts'
import type { SeatRow, SeatRows } from './seat-rows.ts'

export interface SeatParts {
  offers: SeatOffers
  claims: SeatClaims
  moves: SeatMoves
  rows: SeatRows
  links: SeatLinks
  records: RecordLists
  participants: Participants
  customers: Customers
  organizations: Organizations
  clock: Clock
}

export function mountSeatRoutes(api: ApiRouter, parts: SeatParts): void {
  const { offers, claims, moves, rows, links, records, customers, organizations, clock } = parts
  const { participants } = parts

  api.serve(organizationSeats, async ({ params: { id } }, { actor }) => {
    await organizations.assertManages(actor.userId, id)
    const seats = await rows.ofOrganization(id)
    const people = await customers.getMany(seats.flatMap(({ participantId }) => participantId ?? []))
    const recorded = await records.ofSeats(seats.filter(({ state }) => state === 'claimed'))
    const consents = await participants.reportConsents(seats.map((seat) => seat.id))
    return {
      seats: seats.map((seat) =>
        seatView(seat, {
          participant: people.get(seat.participantId ?? '') ?? null,
          record: recorded.get(seat.id),
          isPrivate: isDeclined(consents.get(seat.id)),
          linkOf: ({ linkUntil }) => links.urlOf(seat.id, seat.round, linkUntil),
          now: clock.now(),
        }),
      ),
    }
  })

  api.serve(inviteToSeats, ({ params: { id }, body: { orderId, emails } }, call) =>
    offers.invite(id, orderId, emails, call),
  )

  api.serve(remindOfSeats, async ({ params: { id }, body: { seatIds } }, call) => ({
    reminded: await offers.remind(id, seatIds, call),
  }))

  api.serve(revokeSeat, ({ params: { id }, body }, call) => offers.revoke(id, body, call))

  api.serve(moveSeat, ({ params: { id }, body: { seatId, cohortId } }, call) =>
    moves.move(id, seatId, cohortId, call),
  )

  api.serve(seatInvitation, async ({ body: { token } }, call) => {
    const { id, organizationId, state, person, participantId, claim, cohort } = await claims.find(token)
    const caller = await call.customer()
    return {
      invitation: {
        seatId: id,
        organization: (await organizations.get(organizationId))?.name ?? '',
        state: state === 'claimed' ? ('claimed' as const) : ('invited' as const),
        email: person?.email ?? null,
        isMine: participantId !== null && caller?.userId === participantId,
        usable: claim === 'paid',
        startsOn: cohort?.startsOn ?? null,
      },
    }
  })

  api.serve(claimSeat, async ({ body: { token, sharesReport } }, call) => {
    const seatId = await claims.claim(token, call)
    if (sharesReport !== undefined) await participants.shareReport(seatId, sharesReport)
    return { seatId }
  })
}

/** A seat for its organization, with the participant's name, date of claim and progress. */
function seatView(
  { id, orderId, number, state, round, claim, refundId, person, cohort, place, claimedAt }: SeatRow,
  {
    participant,
    record,
    isPrivate,
    linkOf,
    now,
  }: {
    participant: Customer | null
    record: OwnRecord | undefined
    /** The participant does not share the progress. */
    isPrivate: boolean
    linkOf: (person: NonNullable<SeatRow['person']>) => string
    now: Date
  },
): OrganizationSeat {
  const claimed = state === 'claimed'
  return {
    id,
    orderId,
    number,
    round,
    state: claimed ? 'claimed' : state === 'invited' ? 'invited' : 'open',
    usable: claim === 'paid',
    closing: refundId !== null,
    email: (claimed ? participant?.email : person?.email) ?? null,
    name: claimed && participant !== null ? `${participant.firstName} ${participant.lastName}`.trim() : null,
    invitedAt: person?.invitedAt ?? null,
    link:
      person === null
        ? null
        : { url: linkOf(person), until: person.linkUntil, over: person.linkUntil <= now },
    claimedAt: claimed ? claimedAt : null,
    cohort:
      cohort === null
        ? null
        : {
            id: cohort.id,
            startsOn: cohort.startsOn,
            begun: dayIn(cohort.timeZone, now) >= cohort.startsOn,
            cancelled: cohort.cancelled,
          },
    hasPlace: place !== 'none',
    progress: claimed && !isPrivate ? progressOf(record) : null,
  }
}
