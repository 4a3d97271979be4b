import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Call } from '#platform/http/call.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { CohortChanges } from './cohort-changes.ts'
import type { Cohorts } from './cohorts.ts'
import {
  calendarFeed,
  changeCohortLinks,
  changeCohortWeek,
  changeMyCohort,
  cohortWeeks,
  hoursRecord,
  myProgram,
  type Participation,
  readCohortLinks,
  renewCalendar,
  sessionFile,
  shareMyProgress,
  showMyName,
} from './contract-participation.ts'
import { noCohort } from './domain/cohort-decisions.ts'
import { lastDay, programWeeks } from './domain/cohort-plan.ts'
import { finalAccount } from './domain/cohort-record.ts'
import { hoursOf } from './domain/hours.ts'
import { noWeek, type ProgramWeek, type ProgramWeeks } from './domain/program-weeks.ts'
import { answerOf } from './domain/report-consent.ts'
import type { HoursRecords } from './hours-records.ts'
import type { ProgramsOfOrders } from './order-programs.ts'
import type { Participant, Participants } from './participants.ts'
import type { PrivateAddresses } from './private-addresses.ts'
import type { OwnRecord, RecordLists } from './record-lists.ts'
import type { SeatRows } from './seats/seat-rows.ts'
import { daysOfWeek, sessionsOf } from './sessions.ts'
import type { Syllabus } from './syllabus.ts'

export interface ParticipationParts {
  participants: Participants
  changes: CohortChanges
  records: RecordLists
  programs: ProgramsOfOrders
  cohorts: Cohorts
  syllabus: Syllabus
  customers: Customers
  seats: SeatRows
  organizations: Organizations
  addresses: PrivateAddresses
  hours: HoursRecords
  clock: Clock
}

const noCalendar = (): AppError =>
  new AppError('not-found', 'CALENDAR_NOT_FOUND', 'There is no calendar at this address any more.')

export function mountParticipationRoutes(api: ApiRouter, parts: ParticipationParts): void {
  const { participants, changes, records, cohorts, customers, seats, organizations } = parts
  const { addresses, clock, hours, programs, syllabus } = parts

  const send = async ({ res }: Call, participant: Participant, name: string, only?: string) => {
    const file = await programs.calendar(participant, only)
    if (file === null) throw new AppError('not-found', 'SESSION_NOT_FOUND', 'There is no such session.')
    res
      .type('text/calendar; charset=utf-8')
      .set('content-disposition', `inline; filename="${name}.ics"`)
      .set('x-robots-tag', 'noindex')
      .send(file)
    return undefined
  }

  /** First names of those who agreed: of the cohort, and of the others in the peer group. */
  const peopleOf = async ({ holdsPlace, cohort, buyerId, group }: Participant) => {
    if (!holdsPlace) return { people: [], group: null }
    const named = await participants.named(cohort.id)
    const known = await customers.getMany(named.map((each) => each.buyerId))
    const firstNames = (of: typeof named) =>
      of.flatMap((each) => known.get(each.buyerId)?.firstName ?? []).sort()
    const others = named.filter((each) => each.group === group && each.buyerId !== buyerId)
    return {
      people: firstNames(named),
      group: group === null ? null : { number: group, people: firstNames(others) },
    }
  }

  api.serve(myProgram, async (_, { actor }) => {
    const own = await Promise.all(
      (await seats.claimedBy(actor.userId)).map(async ({ id, organizationId }) => ({
        id,
        organization: (await organizations.get(organizationId))?.name ?? '',
      })),
    )
    const buyers = new Map(own.map(({ id, organization }) => [id, organization]))
    const participations = await Promise.all(
      (await participants.ofBuyer(actor.userId)).map(async (each) => {
        const record = (await records.of(each.cohort.id, [each.orderId])).get(each.orderId)
        return participationView(
          each,
          record,
          {
            calendar: addresses.of(each.orderId, each.calendarRound),
            hours: {
              sum: hoursOf(await hours.sessionsOf(each.orderId)),
              address: hours.addressOf(each.orderId),
            },
          },
          await peopleOf(each),
          buyers.get(each.orderId) ?? null,
          syllabus.published(),
          clock.now(),
        )
      }),
    )
    return { participations, seats: own }
  })

  api.serve(showMyName, async ({ params: { orderId }, body: { shown } }, { actor }) => {
    await participants.own(actor.userId, orderId)
    await participants.showName(orderId, shown)
  })

  api.serve(shareMyProgress, async ({ params: { orderId }, body: { shared } }, { actor }) => {
    await participants.own(actor.userId, orderId)
    await participants.shareReport(orderId, shared)
  })

  api.serve(changeMyCohort, async ({ params: { orderId }, body: { cohortId } }, { actor }) => {
    await participants.own(actor.userId, orderId)
    await changes.byParticipant({ id: orderId, buyerId: actor.userId }, cohortId)
  })

  api.serve(renewCalendar, async ({ params: { orderId } }, { actor }) => {
    await participants.own(actor.userId, orderId)
    return { calendar: addresses.of(orderId, await participants.nextCalendarRound(orderId)) }
  })

  api.serve(sessionFile, async ({ params: { orderId, session } }, call) =>
    send(call, await participants.own(call.actor.userId, orderId), session, session),
  )

  api.serve(hoursRecord, async ({ params: { file } }, { res }) => {
    res.set('x-robots-tag', 'noindex')
    return sendPdf(res, {
      bytes: await hours.pdf(file),
      filename: 'record-of-hours.pdf',
      disposition: 'inline',
    })
  })

  api.serve(calendarFeed, async ({ params: { file } }, call) => {
    const orderId = addresses.orderOf(file)
    const participant = orderId === null ? null : await participants.ofOrder(orderId)
    if (participant === null || !addresses.isValid(file, participant.orderId, participant.calendarRound))
      throw noCalendar()
    // The calendar of an erased person is not served.
    if ((await customers.get(participant.buyerId)) === null) throw noCalendar()
    return send(call, participant, 'program')
  })

  const known = async (id: string) => {
    const { cohort } = await cohorts.load(id)
    if (cohort.plan === null) throw noCohort()
    return cohort
  }

  api.serve(readCohortLinks, async ({ params: { id } }) => {
    const { links } = await known(id)
    return { links, coach: await cohorts.coachOf(id) }
  })

  api.serve(changeCohortLinks, async ({ params: { id }, body: { coach, ...links } }, call) => {
    await cohorts.changeLinks(id, links, call)
    await cohorts.nameCoach(id, coach, call.actor)
    return { links, coach }
  })

  api.serve(cohortWeeks, async ({ params: { id } }) => ({ weeks: syllabus.of(await known(id)) }))

  api.serve(changeCohortWeek, async ({ params: { id, week }, body }, call) => {
    await cohorts.changeWeek(id, week, body, call)
  })
}

type Material = ProgramWeek['material']

/** The material of a week, and what the content has published for the week since the cohort has ended. */
const withUpdates = (material: Material, published: Material = []): Material => [
  ...material,
  ...published.filter(({ url }) => !material.some((each) => each.url === url)),
]

/** A participant's program for the program page. Links are included only with a place. */
function participationView(
  { orderId, cohort, holdsPlace, showsName, reportConsent, cohortChanged }: Participant,
  record: OwnRecord | undefined,
  files: Pick<Participation, 'calendar' | 'hours'>,
  people: Pick<Participation, 'people' | 'group'>,
  organization: string | null,
  published: ProgramWeeks,
  now: Date,
): Participation {
  const { id, startsOn, timeZone, cancelled, links, coach } = cohort
  const today = dayIn(timeZone, now)
  const begun = today >= startsOn
  const updates = lastDay(startsOn) < today ? published : {}
  return {
    orderId,
    organization,
    holdsPlace,
    cohort: { id, startsOn, endsOn: lastDay(startsOn), timeZone, cancelled },
    begun,
    sessions: sessionsOf(cohort).map((session) => ({
      ...session,
      join: holdsPlace ? links.join[session.lab - 1] || null : null,
      recording: holdsPlace ? cohort.weeks[session.week - 1]?.recordings[session.lab - 1] || null : null,
    })),
    weeks: cohort.weeks.slice(0, programWeeks).map(({ recordings: _, material, ...content }, at) => ({
      week: at + 1,
      ...daysOfWeek(startsOn, at + 1),
      ...content,
      material: holdsPlace ? withUpdates(material, updates[at + 1]?.material) : [],
    })),
    finalAccount: cohort.weeks[finalAccount - 1] ?? noWeek,
    coach,
    community: holdsPlace ? links.community || null : null,
    coaching: {
      link: holdsPlace ? links.coaching || null : null,
      windows: cohort.coachingWeeks.map((week, at) => ({
        session: at + 1,
        week,
        ...daysOfWeek(startsOn, week),
        bookedFor: record?.coaching.get(at + 1) ?? null,
      })),
    },
    weeksAttended: record?.weeksAttended ?? [],
    assignments: (record?.assignments ?? []).map(({ text, link, words, ...assignment }) => ({
      ...assignment,
      text: text ?? '',
      link: link ?? '',
      words: words ?? '',
    })),
    ...people,
    showsName,
    sharesReport: answerOf(reportConsent),
    change: begun ? 'begun' : cohortChanged ? 'used' : 'possible',
    ...files,
  }
}
