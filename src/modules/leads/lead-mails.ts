import { type CohortDates, type CostReports, dayInWords } from '#modules/leadership/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { givenName } from '#platform/mail/greeting.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import type { Lead } from './lead.ts'
import { notifyStaff, thankYou } from './lead-jobs.ts'
import { leadSettings } from './lead-settings.ts'
import type { Leads } from './leads.ts'
import { leadFields } from './rules.ts'

export const whitepaperPath = '/api/leads/whitepaper'
const day = 86_400_000

/** A link to the whitepaper that works for 24 hours. */
export const whitepaperLink = (signer: LinkSigner, clock: Clock): string =>
  signer.sign(whitepaperPath, { document: 'whitepaper' }, new Date(clock.now().getTime() + day))

const texts: Record<Lead['leadType'], { subject: string; message: string }> = {
  normal_lead: {
    subject: 'Thank you for getting in touch',
    message: 'We have your details and will answer within one business day.',
  },
  whitepaper_download: {
    subject: 'Your whitepaper',
    message: 'Here is the whitepaper you asked for. The link works for 24 hours.',
  },
  pre_order_book: {
    subject: 'Your copy of the book is reserved',
    message: 'Your copy is reserved. We will email you once more, when the book is ready.',
  },
}

export interface LeadMailParts {
  leads: Leads
  signer: LinkSigner
  clock: Clock
  config: Config
  reports: CostReports
  dates: CohortDates
  settings: Settings
  database: Database
  jobs: Jobs
}

/** Where a reader may go on: the program, its next start, and what it would cost or what its absence costs. */
async function nextSteps(hasReport: boolean, { config: { publicUrl }, dates }: LeadMailParts) {
  const next = (await dates.upcoming()).find(({ placesLeft }) => placesLeft > 0)
  return [
    {
      label: 'The program',
      value: 'Twelve weeks, week by week',
      url: `${publicUrl}/certification/program-details`,
    },
    ...(next === undefined ? [] : [{ label: 'Next start', value: dayInWords(next.startsOn) }]),
    hasReport
      ? { label: 'For a team', value: 'See the price for your seats', url: `${publicUrl}/organization/buy` }
      : {
          label: 'The calculator',
          value: 'What leadership gaps cost you in a year',
          url: `${publicUrl}/leadership-cost-calculator`,
        },
  ]
}

const toSender = defineMail({
  ...thankYou,
  async compose({ data }, parts: LeadMailParts) {
    const { leads, signer, clock, config, reports, settings } = parts
    const lead = await leads.get(data.leadId)
    const { mailsPerHour } = await settings.read(leadSettings)
    const report = lead.report ? await reports.pdf(lead.report) : undefined
    const { subject, message } = report
      ? {
          subject: 'Your leadership cost report',
          message: `Your report is attached: ${report.total} a year, with the breakdown, your inputs, the formula and its sources.`,
        }
      : texts[lead.leadType]
    return {
      to: lead.email,
      name: givenName(lead.name),
      subject,
      key: `lead-thank-you-${lead.id}`,
      // All leads together are one sender.
      reason: { form: 'lead', sender: { name: 'all', most: mailsPerHour, within: 'hour' } },
      ...(report && {
        attachments: [
          { filename: 'leadership-cost.pdf', content: report.content, contentType: 'application/pdf' },
        ],
      }),
      preheader: message,
      paragraphs: [message],
      rows: await nextSteps(report !== undefined, parts),
      ...(lead.leadType === 'whitepaper_download' && {
        button: { label: 'Open whitepaper', url: whitepaperLink(signer, clock) },
      }),
      footer: [`You received this email because someone entered this address at ${config.brandName}.`],
    }
  },
  /** Above the limit of an hour the mail is enqueued for an hour later, until a day after the submission. */
  async after({ data: { leadId } }, { leads, clock, database, jobs }, [result]) {
    if (result !== 'sender-full') return
    const { createdAt } = await leads.get(leadId)
    const later = new Date(clock.now().getTime() + day / 24)
    if (later.getTime() - createdAt.getTime() > day) return
    const key = `${leadId}-${later.getTime()}`
    await jobs.enqueue(database.sql, thankYou.request({ leadId }, { key, startAfter: later }))
  },
})

const toStaff = defineMail({
  ...notifyStaff,
  async compose({ data }, { leads, config, settings }: LeadMailParts) {
    const lead = await leads.get(data.leadId)
    const { notifyEmail } = await settings.read(leadSettings)
    const to = notifyEmail || config.leads.notifyEmail
    if (to === undefined) return null
    return {
      to,
      subject: `New lead: ${lead.company}`,
      key: `lead-notify-${lead.id}`,
      reason: 'staff',
      preheader: `${lead.name}, ${lead.company}`,
      heading: 'A new lead',
      paragraphs: [],
      ...(lead.message !== '' && { quote: lead.message }),
      rows: [
        ...leadFields.flatMap((field) =>
          'multiline' in field ? [] : [{ label: field.short, value: lead[field.stored] }],
        ),
        { label: 'Type', value: lead.leadType },
        { label: 'Source', value: lead.source ?? 'direct' },
      ],
      footer: ['Work it in the Leads tab of the admin screen.'],
    }
  },
})

export const leadMails = [toSender, toStaff]
