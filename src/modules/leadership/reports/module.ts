import { Customers, Organizations } from '#modules/identity/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { sponsorReport, sponsorReportCsv, sponsorReportPdf } from './contract.ts'
import { reportCsv, summaryOf } from './report-files.ts'
import { DueReports, reportMail } from './report-mails.ts'
import { SponsorReports } from './sponsor-reports.ts'

/** The reports of organizations about their people. */
export function bindReports(bind: Bind): void {
  bindAll(bind, SponsorReports)
  singletonAs(bind, JobHandlers, DueReports, Database, Jobs, Clock)
  const mailParts = { reports: SponsorReports, customers: Customers, organizations: Organizations }
  bindMailKinds(bind, [reportMail], { ...mailParts, config: Config })
  bindRoutes(bind, mountReportRoutes, SponsorReports, Organizations)
}

function mountReportRoutes(api: ApiRouter, reports: SponsorReports, organizations: Organizations): void {
  api.serve(sponsorReport, async ({ params: { id } }, { actor }) => {
    await organizations.assertManages(actor.userId, id)
    const rows = await reports.of(id)
    return { rows, summary: summaryOf(rows) }
  })

  api.serve(sponsorReportPdf, async ({ params: { id } }, { actor, res }) => {
    await organizations.assertManages(actor.userId, id)
    const bytes = await reports.pdf(id)
    return sendPdf(res, { bytes, filename: 'program-report.pdf', disposition: 'attachment' })
  })

  api.serve(sponsorReportCsv, async ({ params: { id } }, { actor, res }) => {
    await organizations.assertManages(actor.userId, id)
    res.type('text/csv').set('content-disposition', 'attachment; filename="program-report.csv"')
    res.send(reportCsv(await reports.of(id)))
    return undefined
  })
}
