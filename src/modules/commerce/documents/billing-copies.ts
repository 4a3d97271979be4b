import { z } from 'zod'
import type { Organizations } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { organizationInMail } from '#platform/mail/greeting.ts'
import { mailKinds } from '../domain/mail-kinds.ts'
import { keyOf, type OrderMail } from '../orders/order-mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { BuyerMail, BuyerMailer } from './buyer-mailer.ts'

/** Sends a copy of a mail with documents to the billing address of the organization, besides its manager. */
export const billingCopy = defineJob({
  queue: 'commerce.billing-copy',
  data: z.object({ kind: z.enum(mailKinds), orderId: z.string(), subject: z.string().nullable() }),
  retryLimit: triesOverDays,
})

/** Copies of mails with documents to an organization's billing address. Each is a job of its own, so that a failing copy delays no other mail. */
export class BillingCopies {
  readonly #orders: Orders
  readonly #organizations: Organizations
  readonly #mailer: BuyerMailer
  readonly #database: Database
  readonly #jobs: Jobs

  constructor(
    orders: Orders,
    organizations: Organizations,
    mailer: BuyerMailer,
    database: Database,
    jobs: Jobs,
  ) {
    this.#orders = orders
    this.#organizations = organizations
    this.#mailer = mailer
    this.#database = database
    this.#jobs = jobs
  }

  /** Enqueues the copy of a mail that is sent now; once, also when the mail is retried. */
  async enqueue({ kind, orderId, subject }: OrderMail, to: string): Promise<void> {
    const organization = await this.#organizationOf(orderId)
    if (!organization?.billingEmailConfirmed || organization.billingEmail === to) return
    const key = `${keyOf({ kind, orderId, subject })}-billing`
    await this.#jobs.enqueue(this.#database.sql, billingCopy.request({ kind, orderId, subject }, { key }))
  }

  /** Does nothing when the billing address was removed, or changed to one that its owner has not confirmed. */
  async send(mail: OrderMail, composed: Omit<BuyerMail, 'key'>): Promise<void> {
    const organization = await this.#organizationOf(mail.orderId)
    if (!organization?.billingEmailConfirmed) return
    // The reader has no account here and did not ask for the mail: no button, and a footer that gives the reason.
    const { button: _, ...content } = composed
    const footer = [
      `You receive this copy because ${organizationInMail(organization.name)} gave this address for its invoices. If that is wrong, please write to us.`,
      ...(composed.footer ?? []),
    ]
    // The name of the reader is unknown.
    await this.#mailer.send(
      { email: organization.billingEmail, firstName: '' },
      { ...content, footer, key: `${keyOf(mail)}-billing` },
    )
  }

  async #organizationOf(orderId: string) {
    const organizationId = (await this.#orders.load(orderId)).order.placed?.organizationId ?? null
    return organizationId === null ? null : this.#organizations.get(organizationId)
  }
}
