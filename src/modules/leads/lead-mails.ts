import { createHmac } from 'node:crypto'
import type { CostReports } from '#modules/leadership/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { Lead } from './lead.ts'
import { callHook, notifyStaff, thankYou } from './lead-jobs.ts'
import { leadSettings } from './lead-settings.ts'
import type { Leads } from './leads.ts'
import { leadFields } from './rules.ts'

export const whitepaperPath = '/api/leads/whitepaper'
const day = 86_400_000

/** A link to the whitepaper that works for 24 hours. */
export const whitepaperLink = (signer: LinkSigner, clock: Clock): string =>
  signer.sign(whitepaperPath, { document: 'whitepaper' }, new Date(clock.now().getTime() + day))

const subjects: Record<Lead['leadType'], string> = {
  normal_lead: 'Thank you for getting in touch',
  whitepaper_download: 'Your whitepaper',
  pre_order_book: 'Your copy of the book is reserved',
}

/** The jobs of an accepted lead: a mail to its sender, one to staff, a call of the configured hook. */
export class LeadMails extends JobHandlers {
  readonly #leads: Leads
  readonly #mailer: Mailer
  readonly #signer: LinkSigner
  readonly #clock: Clock
  readonly #config: Config
  readonly #telemetry: Telemetry
  readonly #reports: CostReports
  readonly #settings: Settings
  readonly #database: Database
  readonly #jobs: Jobs

  constructor(
    leads: Leads,
    mailer: Mailer,
    signer: LinkSigner,
    clock: Clock,
    config: Config,
    telemetry: Telemetry,
    reports: CostReports,
    settings: Settings,
    database: Database,
    jobs: Jobs,
  ) {
    super()
    this.#leads = leads
    this.#mailer = mailer
    this.#signer = signer
    this.#clock = clock
    this.#config = config
    this.#telemetry = telemetry
    this.#reports = reports
    this.#settings = settings
    this.#database = database
    this.#jobs = jobs
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(thankYou, async ({ data }) => this.#thank(await this.#leads.get(data.leadId)))
    registry.handle(notifyStaff, async ({ data }) => this.#notify(await this.#leads.get(data.leadId)))
    registry.handle(callHook, async ({ data }) => this.#callHook(await this.#leads.get(data.leadId)))
  }

  async #thank(lead: Lead): Promise<void> {
    const { brandName } = this.#config
    const { mailsPerHour } = await this.#settings.read(leadSettings)
    const whitepaper = lead.leadType === 'whitepaper_download'
    const messages: Record<Lead['leadType'], string> = {
      normal_lead: 'We have your details and will answer within one business day.',
      whitepaper_download: 'Here is the whitepaper you asked for. The link works for 24 hours.',
      pre_order_book: 'Your copy is reserved. We write once more when the book is ready, and not before.',
    }
    const report = lead.report ? await this.#reports.pdf(lead.report) : undefined
    const subject = report ? 'Your leadership cost report' : subjects[lead.leadType]
    const message = report
      ? `Your report is attached: ${report.total} a year, with the breakdown, your inputs, the formula and its sources.`
      : messages[lead.leadType]
    const result = await this.#mailer.send({
      to: lead.email,
      subject,
      key: `lead-thank-you-${lead.id}`,
      // All leads together are one sender.
      reason: { form: 'lead', sender: { name: 'all', most: mailsPerHour, within: 'hour' } },
      ...(report && {
        attachments: [
          { filename: 'leadership-cost.pdf', content: report.content, contentType: 'application/pdf' },
        ],
      }),
      ...mailLayout({
        brand: brandName,
        preheader: message,
        heading: subject,
        paragraphs: [greeting(lead.name), message],
        ...(whitepaper
          ? { button: { label: 'Open whitepaper', url: whitepaperLink(this.#signer, this.#clock) } }
          : {}),
        footer: [
          `You get this mail because somebody left this address at ${brandName}.`,
          ...(await contactLines(this.#settings, this.#config)),
        ],
      }),
    })
    if (result === 'sender-full') await this.#postpone(lead)
  }

  /** Enqueues the mail for an hour later, until a day after the submission. */
  async #postpone({ id, createdAt }: Lead): Promise<void> {
    const later = new Date(this.#clock.now().getTime() + day / 24)
    if (later.getTime() - createdAt.getTime() > day) return
    const key = `${id}-${later.getTime()}`
    await this.#jobs.enqueue(this.#database.sql, thankYou.request({ leadId: id }, { key, startAfter: later }))
  }

  async #notify(lead: Lead): Promise<void> {
    const { notifyEmail } = await this.#settings.read(leadSettings)
    const to = notifyEmail || this.#config.leads.notifyEmail
    if (to === undefined) return
    await this.#mailer.send({
      to,
      subject: `New lead: ${lead.company}`,
      key: `lead-notify-${lead.id}`,
      reason: 'staff',
      ...mailLayout({
        brand: this.#config.brandName,
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
      }),
    })
  }

  async #callHook(lead: Lead): Promise<void> {
    const { hook } = this.#config.leads
    if (hook === undefined) return
    const body = JSON.stringify({
      id: lead.id,
      type: lead.leadType,
      createdAt: lead.createdAt.toISOString(),
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      company: lead.company,
      message: lead.message,
      attribution: lead.attribution,
    })
    const timestamp = Math.floor(this.#clock.now().getTime() / 1000)
    const signature = createHmac('sha256', hook.secret).update(`${timestamp}.${body}`).digest('hex')
    await this.#telemetry.time('external', 'POST lead hook', async () => {
      const answer = await fetch(hook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-lead-signature': `t=${timestamp},v1=${signature}`,
          'idempotency-key': lead.id,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      if (!answer.ok) throw new Error(`The lead hook answered ${answer.status}`)
    })
  }
}
