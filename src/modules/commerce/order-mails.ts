import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mail, Mailer } from '#platform/mail/mailer.ts'
import { day, invoiceName, price } from './document-names.ts'
import { confirmationQueue, documentMailQueue, refundMailQueue } from './effects.ts'
import type { OrderDocuments, StoredDocument } from './order-documents.ts'
import type { Orders } from './orders.ts'

/** What an order owes its buyer by mail. Each job is stored with the event that owes it, once per event. */
export class OrderMails extends Lifecycle {
  readonly #jobs: Jobs
  readonly #orders: Orders
  readonly #documents: OrderDocuments
  readonly #database: Database
  readonly #customers: Customers
  readonly #mailer: Mailer
  readonly #config: Config

  constructor(parts: {
    jobs: Jobs
    orders: Orders
    documents: OrderDocuments
    database: Database
    customers: Customers
    mailer: Mailer
    config: Config
  }) {
    super()
    this.#jobs = parts.jobs
    this.#orders = parts.orders
    this.#documents = parts.documents
    this.#database = parts.database
    this.#customers = parts.customers
    this.#mailer = parts.mailer
    this.#config = parts.config
  }

  override async start(): Promise<void> {
    const options = { retryLimit: 12 }
    this.#jobs.handle(confirmationQueue, options, ({ data }) => this.#confirm(String(data.orderId)))
    this.#jobs.handle(documentMailQueue, options, ({ id, data }) =>
      this.#sendDocuments(String(data.orderId), id),
    )
    this.#jobs.handle(refundMailQueue, options, ({ data }) =>
      this.#refunded(String(data.orderId), String(data.refundId)),
    )
  }

  override async stop(): Promise<void> {}

  async #confirm(orderId: string): Promise<void> {
    const { order, span } = await this.#orders.load(orderId)
    if (order.placed === null) return
    const { productName, total, currency } = order.placed
    await this.#withDocuments(orderId, (to, attachments) => ({
      to,
      subject: `You are enrolled: ${productName}`,
      key: `order-confirmation-${orderId}`,
      attachments,
      ...mailLayout({
        brand: this.#config.brandName,
        preheader: 'Your payment is confirmed and your enrollment is active.',
        heading: 'Enrollment confirmed',
        paragraphs: [
          'Thank you. Your payment is confirmed and your enrollment is active.',
          'Your training schedule follows in a second e-mail within 24 hours. Invoice and receipt are attached.',
        ],
        rows: [
          { label: 'Program', value: productName },
          { label: 'Order', value: orderId.slice(-8).toUpperCase() },
          { label: 'Invoice', value: invoiceName(order.invoiceNumber ?? 0) },
          { label: 'Date', value: day(span.createdAt) },
          { label: 'Total', value: price(total, currency) },
        ],
        button: { label: 'Open your enrollment', url: this.#enrollmentUrl(orderId) },
        footer: this.#footer(),
      }),
    }))
  }

  async #sendDocuments(orderId: string, jobId: string): Promise<void> {
    await this.#withDocuments(orderId, (to, attachments) => ({
      to,
      subject: 'Your invoice and receipt',
      key: `order-documents-${jobId}`,
      attachments,
      ...mailLayout({
        brand: this.#config.brandName,
        preheader: 'The documents of your order are attached.',
        heading: 'Your invoice and receipt',
        paragraphs: ['The documents of your order are attached. Please keep them for your records.'],
        button: { label: 'Open your enrollment', url: this.#enrollmentUrl(orderId) },
        footer: this.#footer(),
      }),
    }))
  }

  async #refunded(orderId: string, refundId: string): Promise<void> {
    const { order } = await this.#orders.load(orderId)
    const note = order.creditNotes[refundId]
    const to = await this.#addressOf(orderId)
    if (note === undefined || to === null) return
    const amount = price(note.amount, note.currency)
    await this.#mailer.send({
      to,
      subject: `Your refund of ${amount}`,
      key: `order-refund-${refundId}`,
      attachments: [attached(await this.#documents.creditNote(orderId, refundId))],
      ...mailLayout({
        brand: this.#config.brandName,
        preheader: `We have refunded ${amount}.`,
        heading: 'Your refund is on its way',
        paragraphs: [
          `We have refunded ${amount} to the payment method you used. Banks take up to ten days to show it.`,
          'The credit note is attached.',
        ],
        button: { label: 'Open your order', url: this.#enrollmentUrl(orderId) },
        footer: this.#footer(),
      }),
    })
  }

  /** Sends, and remembers whether it went out: the download page tells the buyer. An erased buyer gets no mail. */
  async #withDocuments(
    orderId: string,
    compose: (to: string, attachments: NonNullable<Mail['attachments']>) => Mail,
  ): Promise<void> {
    const to = await this.#addressOf(orderId)
    if (to === null) return
    try {
      const attachments = [attached(await this.#documents.get(orderId, 'invoice'))]
      const receipt = await this.#receipt(orderId)
      if (receipt !== null) attachments.push(attached(receipt))
      await this.#mailer.send(compose(to, attachments))
    } catch (error) {
      await this.#remember(orderId, 'failed')
      throw error
    }
    await this.#remember(orderId, 'sent')
  }

  /** Null when Stripe will never tell how it was paid; anything else is tried again with the whole mail. */
  async #receipt(orderId: string): Promise<StoredDocument | null> {
    try {
      return await this.#documents.get(orderId, 'receipt')
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECEIPT_NOT_AVAILABLE') return null
      throw error
    }
  }

  /** Where the buyer is reached now; the address as of the order when the account does not say. */
  async #addressOf(orderId: string): Promise<string | null> {
    const { order } = await this.#orders.load(orderId)
    const account = order.placed === null ? null : await this.#customers.get(order.placed.buyerId)
    return account?.email ?? (await this.#documents.buyer(orderId))?.email ?? null
  }

  async #remember(orderId: string, state: 'sent' | 'failed'): Promise<void> {
    await this.#database.sql.query('update commerce_document_mail set state = $2 where order_id = $1', [
      orderId,
      state,
    ])
  }

  #enrollmentUrl(orderId: string): string {
    return `${this.#config.publicUrl}/certification/enrollment/${orderId}`
  }

  #footer(): string[] {
    return [`Questions? Write to ${this.#config.supportEmail}. We answer within one business day.`]
  }
}

function attached(document: StoredDocument): NonNullable<Mail['attachments']>[number] {
  return { filename: document.filename, content: document.bytes, contentType: 'application/pdf' }
}
