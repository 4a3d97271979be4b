import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { type MailContent, type MailRow, mailLayout } from '#platform/mail/layout.ts'
import type { Mail, Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { Orders } from '../orders/orders.ts'
import type { StoredDocument } from './order-documents.ts'

export interface BuyerMail extends Omit<MailContent, 'brand' | 'footer'> {
  subject: string
  /** The same for each attempt of a mail, so that a repeat can be recognised. */
  key: string
  documents?: readonly StoredDocument[]
  /** Small print above the line that every mail ends with. */
  footer?: readonly string[]
  /** A POST to this URL unsubscribes from mails of this kind; only for mails that are optional. */
  unsubscribeUrl?: string
}

/** The address and first name of a recipient. */
export interface Recipient {
  email: string
  firstName: string
}

/** Sends mails to the buyer of an order, in the layout of the product. */
export class BuyerMailer {
  readonly #orders: Orders
  readonly #database: Database
  readonly #customers: Customers
  readonly #organizations: Organizations
  readonly #mailer: Mailer
  readonly #config: Config
  readonly #settings: Settings

  constructor(
    orders: Orders,
    database: Database,
    customers: Customers,
    organizations: Organizations,
    mailer: Mailer,
    config: Config,
    settings: Settings,
  ) {
    this.#orders = orders
    this.#database = database
    this.#customers = customers
    this.#organizations = organizations
    this.#mailer = mailer
    this.#config = config
    this.#settings = settings
  }

  /** The current address of the buyer, else the one as of the order; for an organization, that of one of its managers. */
  async recipientOf(orderId: string): Promise<Recipient | null> {
    const { order } = await this.#orders.load(orderId)
    if (order.placed === null) return null
    const { buyerId, organizationId } = order.placed
    if (organizationId === null)
      return (
        (await this.#customers.get(buyerId)) ?? (await buyerOf(this.#database.sql, orderId))?.buyer ?? null
      )
    const managers = await this.#organizations.managersOf(organizationId)
    const [first] = managers.includes(buyerId) ? [buyerId] : managers
    return first === undefined ? null : this.#customers.get(first)
  }

  /** @throws the error of the mail server; the job is then repeated */
  async send({ email, firstName }: Recipient, mail: BuyerMail): Promise<void> {
    const { subject, key, documents = [], footer = [], unsubscribeUrl, ...content } = mail
    await this.#mailer.send({
      to: email,
      subject,
      key,
      reason: 'confirmed',
      ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
      attachments: documents.map(attached),
      ...mailLayout({
        ...content,
        paragraphs: [greeting(firstName), ...content.paragraphs],
        brand: this.#config.brandName,
        footer: [...footer, ...(await contactLines(this.#settings, this.#config))],
      }),
    })
  }

  /** The line of a mail with the link to the participant's own page. */
  programRow(orderId: string): MailRow {
    const url = `${this.#config.publicUrl}/program?order=${orderId}`
    return { label: 'Your program', value: 'Sessions, calendar and material', url }
  }

  /** The URL of the organization's page, with its seats and orders. */
  organizationUrl(): string {
    return `${this.#config.publicUrl}/organization`
  }

  enrollmentUrl(orderId: string): string {
    return `${this.#config.publicUrl}/certification/enrollment/${orderId}`
  }
}

function attached(document: StoredDocument): NonNullable<Mail['attachments']>[number] {
  return { filename: document.filename, content: document.bytes, contentType: 'application/pdf' }
}
