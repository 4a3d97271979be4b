import { PublishedSyllabus } from '#modules/content/index.ts'
import { Customers, Organizations } from '#modules/identity/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Challenge } from '#platform/challenge/turnstile.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { bindAll, bindAs } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { WaitingWork } from '#platform/kernel/waiting-work.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { CohortDates, OrderPrograms, Places, PrivateCohorts } from '../index.ts'
import { CohortChanges } from './cohort-changes.ts'
import { CohortList } from './cohort-list.ts'
import { changedMail, cohortMail } from './cohort-mails.ts'
import { CohortMessages } from './cohort-messages.ts'
import { Cohorts } from './cohorts.ts'
import { EndedHolds } from './ended-holds.ts'
import { FirstDates } from './first-dates.ts'
import { HoursRecords } from './hours-records.ts'
import { OpenCohorts } from './open-cohorts.ts'
import { OrderPlaces } from './order-places.ts'
import { ProgramsOfOrders } from './order-programs.ts'
import { answerMail, messageMail } from './participant-mails.ts'
import { ParticipantRecords } from './participant-records.ts'
import { Participants } from './participants.ts'
import { mountParticipationRoutes } from './participation-routes.ts'
import { PrivateAddresses } from './private-addresses.ts'
import { UsualPrivateCohorts } from './private-cohorts.ts'
import { programSettings } from './program-settings.ts'
import { RecordLists } from './record-lists.ts'
import { ProgramPersonalData } from './record-personal-data.ts'
import { mountRecordRoutes } from './record-routes.ts'
import { mountProgramRoutes } from './routes.ts'
import { bindSeats } from './seats/module.ts'
import { OrderSeats } from './seats/order-seats.ts'
import { SeatLinks } from './seats/seat-links.ts'
import { seatMail, settledMail } from './seats/seat-mails.ts'
import { SeatRows } from './seats/seat-rows.ts'
import { Syllabus } from './syllabus.ts'
import { WaitLinks } from './wait-links.ts'
import { WaitList, WaitPersonalData } from './wait-list.ts'
import { WaitMails, waitMail } from './wait-mails.ts'
import { mountWaitRoutes } from './wait-routes.ts'
import { WaitingParticipants } from './waiting-participants.ts'

const mailKinds = [cohortMail, changedMail, messageMail, answerMail, seatMail, settledMail, waitMail]

/** Cohorts and the places in them. */
export function bindProgram(bind: Bind): void {
  singleton(bind, Syllabus, PublishedSyllabus)
  singleton(bind, Cohorts, Streams, Database, AuditLog, Syllabus)
  singleton(bind, CohortList, Database, Clock)
  bind(CohortDates).toService(CohortList)
  singletonAs(bind, PrivateCohorts, UsualPrivateCohorts, Cohorts, CohortList, OrderSeats, Database)
  singleton(bind, AuditedReads, Database, AuditLog, Clock)
  singleton(bind, WaitLinks, LinkSigner, Clock)
  bindAll(bind, WaitList)
  singletonAs(bind, PersonalData, WaitPersonalData, Database, WaitList)
  bindSeats(bind)
  singleton(bind, OpenCohorts, Database, Clock, WaitLinks)
  bindAll(bind, OrderPlaces)
  bind(Places).toService(OrderPlaces)
  bindAll(bind, CohortChanges)
  singletonAs(bind, JobHandlers, EndedHolds, Database, Jobs, Clock)
  bindMailKinds(bind, mailKinds, {
    database: Database,
    customers: Customers,
    organizations: Organizations,
    cohorts: CohortList,
    programs: ProgramsOfOrders,
    seats: SeatRows,
    seatLinks: SeatLinks,
    waitLinks: WaitLinks,
    clock: Clock,
    config: Config,
  })
  bindAs(bind, JobHandlers, FirstDates)
  bindAll(bind, CohortMessages)
  singleton(bind, Participants, Database, Syllabus)
  bind(PrivateAddresses)
    .toResolvedValue(
      (keys, { publicUrl }) =>
        new PrivateAddresses(keys.derive('program-calendar'), publicUrl, 'calendar', 'ics'),
      [Keys, Config],
    )
    .inSingletonScope()
  singleton(bind, RecordLists, Database)
  singleton(bind, HoursRecords, Keys, Config, Participants, RecordLists, Customers, Settings, Clock, Syllabus)
  bindAll(bind, ProgramsOfOrders)
  bind(OrderPrograms).toService(ProgramsOfOrders)
  singletonAs(bind, WaitingWork, WaitingParticipants, CohortList, RecordLists)
  singleton(bind, ParticipantRecords, Cohorts, Database, Clock)
  bindAs(bind, PersonalData, ProgramPersonalData)
  bind(SettingForm).toConstantValue(programSettings)
  bindRoutes(bind, mountRecordRoutes, {
    participants: Participants,
    records: ParticipantRecords,
    lists: RecordLists,
    roster: CohortList,
    cohorts: Cohorts,
    customers: Customers,
    reads: AuditedReads,
    syllabus: Syllabus,
    clock: Clock,
    settings: Settings,
  })
  bindRoutes(bind, mountParticipationRoutes, {
    participants: Participants,
    changes: CohortChanges,
    records: RecordLists,
    programs: ProgramsOfOrders,
    cohorts: Cohorts,
    syllabus: Syllabus,
    customers: Customers,
    seats: SeatRows,
    organizations: Organizations,
    addresses: PrivateAddresses,
    hours: HoursRecords,
    clock: Clock,
  })
  singletonAs(bind, JobHandlers, WaitMails, Database, Jobs, Clock)
  bindRoutes(bind, mountWaitRoutes, {
    waits: WaitList,
    links: WaitLinks,
    challenge: Challenge,
    audit: AuditLog,
    database: Database,
    reads: AuditedReads,
  })
  bindRoutes(bind, mountProgramRoutes, {
    cohorts: Cohorts,
    list: CohortList,
    messages: CohortMessages,
    customers: Customers,
    audit: AuditLog,
    database: Database,
    reads: AuditedReads,
    records: RecordLists,
    changes: CohortChanges,
    seats: SeatRows,
    organizations: Organizations,
  })
}
