import { z } from 'zod'
import type { Organizations } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { mailKinds } from '../domain/mail-kinds.ts'
import { keyOf, type OrderMail } from '../orders/order-mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { BuyerMail, BuyerMailer } from './buyer-mailer.ts'

/** A mail with documents goes to where the invoices of an organization go, besides its manager. */
export const billingCopy = defineJob({
  queue: 'commerce.billing-copy',
  data: z.object({ kind: z.enum(mailKinds), orderId: z.string(), subject: z.string().nullable() }),
  retryLimit: triesOverDays,
})

/** Mails with documents of an organization's orders, for its billing address. Each has tries of its own: an address that refuses mail holds up no other one. */
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

  /** Owes the copy of a mail that is sent now; once, however often that is tried. */
  async owe({ kind, orderId, subject }: OrderMail, to: string): Promise<void> {
    const address = (await this.#organizationOf(orderId))?.billingEmail
    if (!address || address === to) return
    const key = `${keyOf({ kind, orderId, subject })}-billing`
    await this.#jobs.enqueue(this.#database.sql, billingCopy.request({ kind, orderId, subject }, { key }))
  }

  /** Nothing where no address is set any more. */
  async send(mail: OrderMail, composed: Omit<BuyerMail, 'key'>): Promise<void> {
    const organization = await this.#organizationOf(mail.orderId)
    if (!organization?.billingEmail) return
    // Who reads it has no account here: nothing to press, and why it comes, because nobody there has asked for it.
    const { button: _, ...content } = composed
    const footer = [
      `You receive this copy because ${organization.name} gave this address for its invoices. If that is wrong, please write to us.`,
      ...(composed.footer ?? []),
    ]
    // Whose name it is nobody has said.
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
