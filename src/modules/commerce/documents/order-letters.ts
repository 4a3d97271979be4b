import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { type MailContent, mailLayout } from '#platform/mail/layout.ts'
import type { Mail, Mailer } from '#platform/mail/mailer.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { Orders } from '../orders/orders.ts'
import type { StoredDocument } from './order-documents.ts'

export interface Letter extends Omit<MailContent, 'brand' | 'footer'> {
  subject: string
  /** Fixed per owed mail, so that a repeat can be recognised. */
  key: string
  documents?: readonly StoredDocument[]
  /** Small print above the line that every mail ends with. */
  footer?: readonly string[]
}

/** A mail to the buyer of an order, in the product's dress. */
export class OrderLetters {
  readonly #orders: Orders
  readonly #database: Database
  readonly #customers: Customers
  readonly #mailer: Mailer
  readonly #config: Config
  readonly #settings: Settings

  constructor(
    orders: Orders,
    database: Database,
    customers: Customers,
    mailer: Mailer,
    config: Config,
    settings: Settings,
  ) {
    this.#orders = orders
    this.#database = database
    this.#customers = customers
    this.#mailer = mailer
    this.#config = config
    this.#settings = settings
  }

  /** Where the buyer is reached now; the address as of the order when the account does not say. */
  async addressOf(orderId: string): Promise<string | null> {
    const { order } = await this.#orders.load(orderId)
    const account = order.placed === null ? null : await this.#customers.get(order.placed.buyerId)
    return account?.email ?? (await buyerOf(this.#database.sql, orderId))?.buyer.email ?? null
  }

  /** @throws whatever the mail server refuses with: the job is repeated. */
  async send(to: string, letter: Letter): Promise<void> {
    const { subject, key, documents = [], footer = [], ...content } = letter
    await this.#mailer.send({
      to,
      subject,
      key,
      attachments: documents.map(attached),
      ...mailLayout({
        ...content,
        brand: this.#config.brandName,
        footer: [
          ...footer,
          `Questions? Write to ${await supportEmail(this.#settings, this.#config)}. We answer within one business day.`,
        ],
      }),
    })
  }

  enrollmentUrl(orderId: string): string {
    return `${this.#config.publicUrl}/certification/enrollment/${orderId}`
  }
}

function attached(document: StoredDocument): NonNullable<Mail['attachments']>[number] {
  return { filename: document.filename, content: document.bytes, contentType: 'application/pdf' }
}
