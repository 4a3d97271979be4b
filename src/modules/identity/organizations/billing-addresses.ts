import { z } from 'zod'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry } from '#platform/jobs/jobs.ts'
import { AppError } from '#platform/kernel/error.ts'
import { greeting, organizationInMail } from '#platform/mail/greeting.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import type { OrganizationMailParts } from './organization-mails.ts'
import { organizationTables } from './tables.ts'

/** The mail that asks the owner of an address whether an organization's documents may go there. */
export const billingAddressMail = defineJob({
  queue: 'identity.billing-address-mail',
  data: z.object({ requestId: z.uuid(), userId: z.uuid() }),
  retryLimit: triesOverDays,
})

export const billingAddressPath = '/api/organizations/billing-address'
const linkDays = 30
/** Most addresses that one account has asked within a day. */
const mostAsked = 10

/**
 * The addresses to which organizations want copies of their documents. A manager can type anybody's address, so its owner
 * confirms it first, by the link of one mail; nothing else is sent there before.
 */
export class BillingAddresses extends JobHandlers {
  readonly #parts: OrganizationMailParts & { signer: LinkSigner }

  constructor(parts: OrganizationMailParts & { signer: LinkSigner }) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(billingAddressMail, (job) => this.#ask(job))
  }

  /** The request of a mailed link. @throws AppError not-found `LINK_EXPIRED` */
  requestOf(query: Record<string, unknown>): string {
    const requestId = this.#parts.signer.verify(billingAddressPath, query)?.request
    if (requestId === undefined) throw expired()
    return requestId
  }

  /** @throws AppError not-found `LINK_EXPIRED`, also when the organization has another address by now */
  async confirm(query: Record<string, unknown>): Promise<void> {
    const { database, clock } = this.#parts
    const confirmed = await organizationTables(database.sql)
      .updateTable('identity_organization')
      .set({ billing_confirmed_at: clock.now() })
      .where('billing_request_id', '=', this.requestOf(query))
      .returning('id')
      .executeTakeFirst()
    if (confirmed === undefined) throw expired()
  }

  /** Sends nothing when the address was confirmed, changed or removed. */
  async #ask({ id, data: { requestId, userId } }: JobOf<typeof billingAddressMail>): Promise<void> {
    const { database, mailer, clock, config, settings, signer } = this.#parts
    const asking = await organizationTables(database.sql)
      .selectFrom('identity_organization')
      .select(['name', 'billing_email'])
      .where('billing_request_id', '=', requestId)
      .where('billing_confirmed_at', 'is', null)
      .executeTakeFirst()
    if (asking === undefined) return
    const name = organizationInMail(asking.name, config.brandName)
    const until = new Date(clock.now().getTime() + linkDays * 86_400_000)
    await mailer.send({
      to: asking.billing_email,
      subject: 'Please confirm this address for invoices',
      key: `organization-billing-address-${id}`,
      reason: { form: 'billing-address', sender: { name: userId, most: mostAsked, within: 'day' } },
      ...mailLayout({
        preheader: 'Nothing is sent here unless you confirm.',
        heading: 'Confirm this address for invoices',
        paragraphs: [
          greeting(''),
          `${name} gave this address for copies of its invoices and receipts. Nothing is sent here unless you confirm on the page below. If you do not expect such mails, you need not do anything.`,
        ],
        button: {
          label: 'Confirm this address',
          url: signer.sign(billingAddressPath, { request: requestId }, until),
        },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }
}

const expired = (): AppError =>
  new AppError(
    'not-found',
    'LINK_EXPIRED',
    'This link is not valid any more. Please ask the organization to save the address again.',
  )
