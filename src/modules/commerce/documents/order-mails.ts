import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { settledWith } from '../domain/documents-owed.ts'
import {
  confirmationQueue,
  documentMailQueue,
  refundFailedMailQueue,
  refundMailQueue,
} from '../orders/effects.ts'
import type { Orders } from '../orders/orders.ts'
import { day, invoiceName, price, shortOrderId } from './document-names.ts'
import type { OrderDocuments, StoredDocument } from './order-documents.ts'
import type { Letter, OrderLetters } from './order-letters.ts'
import { refundedWords, refundFailedWords } from './refund-words.ts'

/** Mails that carry documents. Each job is stored with the event that owes it, once per event. */
export class OrderMails extends Lifecycle {
  readonly #jobs: Jobs
  readonly #orders: Orders
  readonly #documents: OrderDocuments
  readonly #database: Database
  readonly #letters: OrderLetters

  constructor(
    jobs: Jobs,
    orders: Orders,
    documents: OrderDocuments,
    database: Database,
    letters: OrderLetters,
  ) {
    super()
    this.#jobs = jobs
    this.#orders = orders
    this.#documents = documents
    this.#database = database
    this.#letters = letters
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
    this.#jobs.handle(refundFailedMailQueue, options, ({ data }) =>
      this.#refundFailed(String(data.orderId), String(data.refundId)),
    )
  }

  override async stop(): Promise<void> {}

  async #confirm(orderId: string): Promise<void> {
    const { order, span } = await this.#orders.load(orderId)
    if (order.placed === null) return
    const { productName, total, currency } = order.placed
    await this.#withDocuments(orderId, {
      subject: `You are enrolled: ${productName}`,
      key: `order-confirmation-${orderId}`,
      preheader: 'Your payment is confirmed and your enrollment is active.',
      heading: 'Enrollment confirmed',
      paragraphs: [
        'Thank you. Your payment is confirmed and your enrollment is active.',
        'Your training schedule follows in a second email within 24 hours. Invoice and receipt are attached.',
      ],
      rows: [
        { label: 'Program', value: productName },
        { label: 'Order', value: shortOrderId(orderId) },
        { label: 'Invoice', value: invoiceName(order.invoiceNumber ?? 0) },
        { label: 'Date', value: day(span.createdAt) },
        { label: 'Total', value: price(total, currency) },
      ],
      button: { label: 'Open your enrollment', url: this.#letters.enrollmentUrl(orderId) },
    })
  }

  async #sendDocuments(orderId: string, jobId: string): Promise<void> {
    await this.#withDocuments(orderId, {
      subject: 'Your invoice and receipt',
      key: `order-documents-${jobId}`,
      preheader: 'The documents of your order are attached.',
      heading: 'Your invoice and receipt',
      paragraphs: ['The documents of your order are attached. Please keep them for your records.'],
      button: { label: 'Open your enrollment', url: this.#letters.enrollmentUrl(orderId) },
    })
  }

  async #refunded(orderId: string, refundId: string): Promise<void> {
    const { order } = await this.#orders.load(orderId)
    const to = await this.#letters.addressOf(orderId)
    if (settledWith(order, refundId) === 0 || to === null) return
    const hasNote = order.creditNotes[refundId] !== undefined
    await this.#letters.send(to, {
      ...refundedWords(order, refundId),
      key: `order-refund-${refundId}`,
      documents: hasNote ? [await this.#documents.creditNote(orderId, refundId)] : [],
      button: { label: 'Open your order', url: this.#letters.enrollmentUrl(orderId) },
    })
  }

  async #refundFailed(orderId: string, refundId: string): Promise<void> {
    const { order } = await this.#orders.load(orderId)
    const to = await this.#letters.addressOf(orderId)
    if (settledWith(order, refundId) === 0 || to === null) return
    const hasNote = order.debitNotes[refundId] !== undefined
    await this.#letters.send(to, {
      ...refundFailedWords(order, refundId),
      key: `order-refund-failed-${refundId}`,
      documents: hasNote ? [await this.#documents.debitNote(orderId, refundId)] : [],
      button: { label: 'Open your order', url: this.#letters.enrollmentUrl(orderId) },
    })
  }

  /** Sends, and remembers whether it went out: the download page tells the buyer. An erased buyer gets no mail. */
  async #withDocuments(orderId: string, letter: Letter): Promise<void> {
    const to = await this.#letters.addressOf(orderId)
    if (to === null) return
    try {
      const documents = [await this.#documents.get(orderId, 'invoice')]
      const receipt = await this.#receipt(orderId)
      if (receipt !== null) documents.push(receipt)
      await this.#letters.send(to, { ...letter, documents })
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

  async #remember(orderId: string, state: 'sent' | 'failed'): Promise<void> {
    await this.#database.sql.query('update commerce_document_mail set state = $2 where order_id = $1', [
      orderId,
      state,
    ])
  }
}
