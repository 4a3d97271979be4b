import { z } from 'zod'
import { Customers, type Organization, Organizations } from '#modules/identity/index.ts'
import { CohortDates, OrderPrograms, Places } from '#modules/leadership/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { organizationInMail } from '#platform/mail/greeting.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { Settings } from '#platform/settings/settings.ts'
import { OpenCheckouts } from '../checkout/open-checkouts.ts'
import type { Order } from '../domain/order.ts'
import { type MailKind, mailKindNames } from '../finance/mails/contract-mail-kinds.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { Loaded } from '../orders/loaded.ts'
import { MailLedger } from '../orders/mail-ledger.ts'
import { keyOf, type MailJob, mailJobs, type OrderMail } from '../orders/order-mail.ts'
import { Orders } from '../orders/orders.ts'
import { VendorPapers } from '../vendor-pack/vendor-papers.ts'
import { checkoutMails } from './checkout-mails.ts'
import { companyMails } from './company-mails.ts'
import type { Composed, Composers, MailContent } from './mail-content.ts'
import { troubleOf } from './mail-trouble.ts'
import { OrderDocuments } from './order-documents.ts'
import { orderMails } from './order-mails.ts'
import { SentMails } from './sent-mails.ts'

const composers: Composers<MailKind> = { ...orderMails, ...companyMails, ...checkoutMails }

/** Sends a copy of a mail with documents to the billing address of the organization, besides its manager. */
const billingCopy = defineJob({
  queue: 'commerce.billing-copy',
  data: z.object({ kind: z.enum(mailKindNames), orderId: z.string(), subject: z.string().nullable() }),
  retryLimit: triesOverDays,
})

/** The address and first name of a recipient. */
interface Recipient {
  email: string
  firstName: string
}

/**
 * Sends the mails of orders and updates their rows in the ledger. A mail that is recorded in `SentMails`, outside the
 * database, is not sent again, also when the database has lost that it was sent.
 */
export class MailDelivery extends JobHandlers {
  static readonly needs = {
    orders: Orders,
    customers: Customers,
    organizations: Organizations,
    sentMails: SentMails,
    mailer: Mailer,
    jobs: Jobs,
    clock: Clock,
    documents: OrderDocuments,
    ledger: MailLedger,
    database: Database,
    settings: Settings,
    open: OpenCheckouts,
    places: Places,
    dates: CohortDates,
    programs: OrderPrograms,
    papers: VendorPapers,
    config: Config,
  }
  readonly #parts: Given<typeof MailDelivery.needs>

  constructor(parts: Given<typeof MailDelivery.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    for (const kind of mailKindNames) registry.handle(mailJobs[kind], (job) => this.#deliver(kind, job))
    registry.handle(billingCopy, ({ data }) => this.#copy(data))
  }

  /** The current address of the buyer, else the one as of the order; for an organization, that of one of its managers. */
  async recipientOf({ id, placed }: Order): Promise<Recipient | null> {
    const { customers, organizations, database } = this.#parts
    if (placed === null) return null
    const { buyerId, organizationId } = placed
    if (organizationId === null)
      return (await customers.get(buyerId)) ?? (await buyerOf(database.sql, id))?.buyer ?? null
    const managers = await organizations.managersOf(organizationId)
    const [first] = managers.includes(buyerId) ? [buyerId] : managers
    return first === undefined ? null : customers.get(first)
  }

  async #deliver(kind: MailKind, job: MailJob): Promise<void> {
    const { orderId, subject, round } = job.data
    const mail: OrderMail = { kind, orderId, subject }
    const { ledger, sentMails } = this.#parts
    const taken = await ledger.take(mail, round)
    if (taken === 'over') return
    try {
      const sentAt = await sentMails.sentAt(keyOf(mail))
      if (sentAt === null) await this.#send(mail, taken === 'interrupted')
      else await ledger.sent(mail, sentAt)
    } catch (error) {
      // Errors of the ledger are ignored: the database may be the cause of the failure, and the job is repeated anyway.
      await ledger.failed(mail, troubleOf(error), job.lastTry).catch(() => undefined)
      throw error
    }
  }

  async #send(mail: OrderMail, interrupted: boolean): Promise<void> {
    const { ledger, orders, sentMails, clock } = this.#parts
    if (interrupted && (mail.kind === 'reminder' || mail.kind === 'payment-due'))
      return ledger.notNeeded(mail, 'A try broke off and may have sent it. Nobody is reminded twice.')
    const loaded = await orders.load(mail.orderId)
    const to = await this.recipientOf(loaded.order)
    if (to === null) return ledger.notNeeded(mail, 'There is no address: the account of the buyer is gone.')
    const composed = await this.#compose(mail, loaded)
    if ('notNeeded' in composed) return ledger.notNeeded(mail, composed.notNeeded)
    if ((composed.documents ?? []).length > 0) await this.#enqueueCopy(mail, loaded.order, to.email)
    await this.#mail(to, keyOf(mail), composed)
    const sentAt = clock.now()
    await sentMails.mark(keyOf(mail), sentAt)
    await ledger.sent(mail, sentAt)
  }

  /** Enqueues the copy of a mail that is sent now; once, also when the mail is retried. A job of its own, so that a failing copy delays no other mail. */
  async #enqueueCopy({ kind, orderId, subject }: OrderMail, order: Order, to: string): Promise<void> {
    const { jobs, database } = this.#parts
    const organization = await this.#copiedTo(order)
    if (organization === null || organization.billingEmail === to) return
    const key = `${keyOf({ kind, orderId, subject })}-billing`
    await jobs.enqueue(database.sql, billingCopy.request({ kind, orderId, subject }, { key }))
  }

  /** Does nothing when the billing address was removed, or changed to one that its owner has not confirmed. */
  async #copy(mail: OrderMail): Promise<void> {
    const loaded = await this.#parts.orders.load(mail.orderId)
    const composed = await this.#compose(mail, loaded)
    const organization = await this.#copiedTo(loaded.order)
    if ('notNeeded' in composed || organization === null) return
    // The reader has no account here and did not ask for the mail: no button, and a footer that gives the reason.
    const { button: _, footer = [], ...content } = composed
    const why = `You receive this copy because ${organizationInMail(organization.name)} gave this address for its invoices. If that is wrong, please write to us.`
    // The name of the reader is unknown.
    const reader = { email: organization.billingEmail, firstName: '' }
    await this.#mail(reader, `${keyOf(mail)}-billing`, { ...content, footer: [why, ...footer] })
  }

  /** The organization of the order, if it has confirmed a billing address. */
  async #copiedTo({ placed }: Order): Promise<Organization | null> {
    const { organizations } = this.#parts
    const organizationId = placed?.organizationId ?? null
    const organization = organizationId === null ? null : await organizations.get(organizationId)
    return organization?.billingEmailConfirmed ? organization : null
  }

  async #compose({ kind, subject }: OrderMail, loaded: Loaded): Promise<Composed> {
    const { placed } = loaded.order
    if (placed === null) return { notNeeded: 'The order was not placed.' }
    return composers[kind]({ ...this.#parts, ...loaded, placed, subject: subject ?? '' })
  }

  /** @throws the error of the mail server; the job is then repeated */
  async #mail({ email, firstName }: Recipient, key: string, mail: MailContent): Promise<void> {
    const { documents = [], attachments: others = [], ...content } = mail
    const contentType = 'application/pdf'
    const papers = documents.map(({ filename, bytes }) => ({ filename, content: bytes, contentType }))
    const attachments = [...papers, ...others]
    const { mailer } = this.#parts
    await mailer.send({ ...content, to: email, name: firstName, key, reason: 'confirmed', attachments })
  }
}
