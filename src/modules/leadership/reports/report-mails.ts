import { z } from 'zod'
import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { toAccount } from '#platform/mail/mailer.ts'
import { addDays, dayInWords, firstDayOf, lastDay } from '../cohorts/domain/cohort-plan.ts'
import { programTables } from '../cohorts/tables.ts'
import { summaryOf } from './report-files.ts'
import type { SponsorReports } from './sponsor-reports.ts'

const moments = ['middle', 'end'] as const
/** A report is mailed within so many days of its moment, if the site could not do it on the day. */
const lateDays = 7

const daily = defineJob({ queue: 'program.sponsor-reports', schedule: '41 8 * * *' })

/** The report of one cohort to each manager of an organization, after week 6 and after the last day; once for each. */
export const reportMail = defineMail({
  queue: 'program.sponsor-report-mail',
  data: z.object({
    organizationId: z.uuid(),
    cohortId: z.uuid(),
    startsOn: z.string(),
    moment: z.enum(moments),
  }),
  async compose({ data }, { reports, customers, organizations, config }: ReportMailParts) {
    const { organizationId, cohortId, startsOn, moment } = data
    const rows = await reports.of(organizationId, cohortId)
    if (rows.every(({ state }) => state === 'not-claimed')) return null
    const content = await reports.pdf(organizationId, cohortId)
    const people = await customers.getMany(await organizations.managersOf(organizationId))
    const subject = moment === 'middle' ? 'Half of your program is done' : 'Your program has ended'
    return [...people.values()].map((person) => ({
      ...toAccount(person),
      subject: `${subject}: the report of your people`,
      key: `sponsor-report-${cohortId}-${moment}-${person.id}`,
      attachments: [{ filename: 'program-report.pdf', content, contentType: 'application/pdf' }],
      preheader: `The cohort of ${dayInWords(startsOn)}.`,
      heading: subject,
      paragraphs: [
        `The report of the cohort of ${dayInWords(startsOn)} is attached. ${summaryOf(rows)}`,
        'Participants decide for themselves whether you see their progress. The page of your organization always has the report of today, also as a table for spreadsheets.',
      ],
      button: { label: 'See the report', url: `${config.publicUrl}/organization` },
    }))
  },
})

interface ReportMailParts {
  reports: SponsorReports
  customers: Customers
  organizations: Organizations
  config: Config
}

/** Finds the reports that are due, once a day. */
export class DueReports extends JobHandlers {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #clock: Clock

  constructor(database: Database, jobs: Jobs, clock: Clock) {
    super()
    this.#database = database
    this.#jobs = jobs
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(daily, () => this.enqueue())
  }

  async enqueue(): Promise<void> {
    const now = this.#clock.now()
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_seat as s')
      .innerJoin('program_enrollment as e', 'e.orderId', 's.id')
      .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
      .select(['s.organizationId', 'c.id as cohortId', 'c.startsOn', 'c.timeZone'])
      .distinct()
      .where('s.state', '=', 'claimed')
      .where('s.claim', '=', 'paid')
      .where('c.status', '=', 'open')
      .execute()
    const requests = rows.flatMap(({ organizationId, cohortId, startsOn, timeZone }) => {
      const today = dayIn(timeZone, now)
      const dueOn = { middle: firstDayOf(startsOn, 7), end: addDays(lastDay(startsOn), 1) }
      return moments
        .filter((moment) => dueOn[moment] <= today && today < addDays(dueOn[moment], lateDays))
        .map((moment) =>
          reportMail.request(
            { organizationId, cohortId, startsOn, moment },
            { key: `${organizationId}:${cohortId}:${moment}` },
          ),
        )
    })
    await this.#jobs.enqueue(this.#database.sql, ...requests)
  }
}
