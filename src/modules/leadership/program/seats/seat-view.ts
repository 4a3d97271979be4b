import type { Customer } from '#modules/identity/index.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { OwnRecord } from '../record-lists.ts'
import type { OrganizationSeat } from './contract.ts'
import type { SeatRow } from './seat-rows.ts'

/** A seat for its organization, with the participant's name, date of claim and progress. */
export function seatView(
  { id, orderId, number, state, round, claim, refundId, person, cohort, place, claimedAt }: SeatRow,
  {
    participant,
    record,
    linkOf,
    now,
  }: {
    participant: Customer | null
    record: OwnRecord | undefined
    linkOf: (person: NonNullable<SeatRow['person']>) => string
    now: Date
  },
): OrganizationSeat {
  const claimed = state === 'claimed'
  return {
    ...{ id, orderId, number, round },
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
    progress: claimed
      ? {
          labsAttended: record?.weeksAttended.length ?? 0,
          assignmentsAccepted: record?.assignments.filter((one) => one.state === 'accepted').length ?? 0,
        }
      : null,
  }
}
