import { AppError } from '#platform/kernel/error.ts'
import { price } from '#platform/kernel/money.ts'
import { day, invoiceName, shortOrderId } from '../domain/document-names.ts'
import { hasFailed, settledWith } from '../domain/documents-due.ts'
import type { Order } from '../domain/order.ts'
import { holdsPlace } from '../domain/place.ts'
import type { MailLedger } from '../orders/mail-ledger.ts'
import type { OrderMail } from '../orders/order-mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { BuyerMailer } from './buyer-mailer.ts'
import type { Composed } from './mail-delivery.ts'
import type { OrderDocuments, StoredDocument } from './order-documents.ts'
import { refundedWords, refundFailedWords } from './refund-words.ts'

/** What mails that carry documents say, by the order as it is when they are sent. */
export class OrderMails {
  readonly #orders: Orders
  readonly #documents: OrderDocuments
  readonly #ledger: MailLedger
  readonly #mailer: BuyerMailer

  constructor(orders: Orders, documents: OrderDocuments, ledger: MailLedger, mailer: BuyerMailer) {
    this.#orders = orders
    this.#documents = documents
    this.#ledger = ledger
    this.#mailer = mailer
  }

  /** Whoever lost the place before this could be sent gets the documents, and nothing that is not true any more. */
  async confirmation({ orderId }: OrderMail): Promise<Composed> {
    const { order, span } = await this.#orders.load(orderId)
    if (order.placed === null || order.invoice === null)
      return { notNeeded: 'The order has no invoice: there is nothing to confirm.' }
    if (!holdsPlace(order)) return this.#justDocuments(orderId, ' Your enrollment has ended.')
    const { productName, total, currency } = order.placed
    return {
      subject: `You are enrolled: ${productName}`,
      documents: await this.#both(orderId),
      preheader: 'Your payment is confirmed and your enrollment is active.',
      heading: 'Enrollment confirmed',
      paragraphs: [
        'Thank you. Your payment is confirmed and your enrollment is active.',
        'Your training schedule follows in a second email within 24 hours. Invoice and receipt are attached.',
      ],
      rows: [
        { label: 'Program', value: productName },
        { label: 'Order', value: shortOrderId(orderId) },
        { label: 'Invoice', value: invoiceName(order.invoice) },
        { label: 'Date', value: day(span.createdAt) },
        { label: 'Total', value: price(total, currency) },
        this.#mailer.programRow(orderId),
      ],
      button: { label: 'Open your enrollment', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  /** Asked for by the buyer: true whatever became of the order. */
  documents({ orderId }: OrderMail): Promise<Composed> {
    return this.#justDocuments(orderId, '')
  }

  /** Not sent once the refund has come back: the mail about that brings both notes. */
  async refund({ orderId, subject }: OrderMail): Promise<Composed> {
    const refundId = subject ?? ''
    const { order } = await this.#orders.load(orderId)
    if (settledWith(order, refundId) === 0) return { notNeeded: 'The order has no such refund.' }
    if (hasFailed(order, refundId))
      return { notNeeded: 'The refund has failed since: the mail about that brings both documents.' }
    const hasNote = order.creditNotes[refundId] !== undefined
    return {
      ...refundedWords(order, refundId),
      documents: hasNote ? [await this.#documents.creditNote(orderId, refundId)] : [],
      button: { label: 'Open your order', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  async refundFailed({ orderId, subject }: OrderMail): Promise<Composed> {
    const refundId = subject ?? ''
    const { order } = await this.#orders.load(orderId)
    if (settledWith(order, refundId) === 0) return { notNeeded: 'The order has no such refund.' }
    const has = (notes: Order['creditNotes']): boolean => notes[refundId] !== undefined
    const documents: StoredDocument[] = []
    if (has(order.debitNotes)) documents.push(await this.#documents.debitNote(orderId, refundId))
    // Its own mail was not sent, and is not sent any more.
    const told = await this.#ledger.isSent({ kind: 'refund', orderId, subject: refundId })
    if (has(order.creditNotes) && !told) documents.push(await this.#documents.creditNote(orderId, refundId))
    return {
      ...refundFailedWords(order, refundId),
      documents,
      button: { label: 'Open your order', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  async #justDocuments(orderId: string, place: string): Promise<Composed> {
    return {
      subject: 'Your invoice and receipt',
      documents: await this.#both(orderId),
      preheader: 'The documents of your order are attached.',
      heading: 'Your invoice and receipt',
      paragraphs: [`The documents of your order are attached. Please keep them for your records.${place}`],
      button: { label: 'Open your enrollment', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  async #both(orderId: string): Promise<StoredDocument[]> {
    const invoice = await this.#documents.get(orderId, 'invoice')
    const receipt = await this.#receipt(orderId)
    return receipt === null ? [invoice] : [invoice, receipt]
  }

  /** Null when Stripe will never tell how it was paid, and before it is paid; anything else is tried again with the whole mail. */
  async #receipt(orderId: string): Promise<StoredDocument | null> {
    try {
      return await this.#documents.get(orderId, 'receipt')
    } catch (error) {
      const none = ['RECEIPT_NOT_AVAILABLE', 'ORDER_NOT_COMPLETED']
      if (error instanceof AppError && none.includes(error.code)) return null
      throw error
    }
  }
}
