import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { Orders } from '../orders/orders.ts'
import type { MailContent } from './mail-content.ts'

/** The address and first name of a recipient. */
export interface Recipient {
  email: string
  firstName: string
}

/** Sends mails to the buyer of an order. */
export class BuyerMailer {
  readonly #orders: Orders
  readonly #database: Database
  readonly #customers: Customers
  readonly #organizations: Organizations
  readonly #mailer: Mailer

  constructor(
    orders: Orders,
    database: Database,
    customers: Customers,
    organizations: Organizations,
    mailer: Mailer,
  ) {
    this.#orders = orders
    this.#database = database
    this.#customers = customers
    this.#organizations = organizations
    this.#mailer = mailer
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

  /**
   * @param key the same for each attempt of a mail, so that a repeat can be recognised
   * @throws the error of the mail server; the job is then repeated
   */
  async send({ email, firstName }: Recipient, key: string, mail: MailContent): Promise<void> {
    const { documents = [], ...content } = mail
    const attachments = documents.map(({ filename, bytes }) => ({
      ...{ filename, content: bytes, contentType: 'application/pdf' },
    }))
    await this.#mailer.send({ ...content, to: email, name: firstName, key, reason: 'confirmed', attachments })
  }
}
