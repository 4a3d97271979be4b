import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { greeting, organizationInMail } from '#platform/mail/greeting.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { liveInvitations } from './tables.ts'

/** The mail to a person who is invited to manage an organization. */
export const managerMail = defineJob({
  queue: 'identity.manager-mail',
  data: z.object({ invitationId: z.uuid() }),
  retryLimit: triesOverDays,
})

/** Most invitations by one account within a day. */
const mostInvited = 20

export interface OrganizationMailParts {
  database: Database
  mailer: Mailer
  clock: Clock
  config: Config
  settings: Settings
}

export class OrganizationMails extends JobHandlers {
  readonly #parts: OrganizationMailParts

  constructor(parts: OrganizationMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(managerMail, (job) => this.#deliver(job))
  }

  /** Sends nothing when the invitation was withdrawn, answered, or has expired. */
  async #deliver({ id, data: { invitationId } }: JobOf<typeof managerMail>): Promise<void> {
    const { database, mailer, clock, config, settings } = this.#parts
    const asked = await liveInvitations(database.sql, clock.now())
      .select(['o.name', 'i.email', 'i.invited_by'])
      .where('i.id', '=', invitationId)
      .executeTakeFirst()
    if (asked === undefined) return
    const name = organizationInMail(asked.name, config.brandName)
    await mailer.send({
      to: asked.email,
      subject: `${name} asks you to manage its seats`,
      key: `organization-manager-${id}`,
      reason: {
        form: 'manager-invitation',
        sender: { name: asked.invited_by, most: mostInvited, within: 'day' },
      },
      ...mailLayout({
        preheader: 'You decide whether you want to.',
        heading: 'You are asked to manage an organization',
        paragraphs: [
          greeting(''),
          `${name} asks you to manage its seats in the program: to invite its people, and to see who takes part. Sign in, or create an account, with this address. Nothing happens until you accept on the page below.`,
        ],
        button: { label: 'Open the page of the organization', url: `${config.publicUrl}/organization` },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }
}
