import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { price } from '#platform/kernel/money.ts'
import { referenceInMail } from '#platform/mail/greeting.ts'
import { creditNoteName, day, debitNoteName, invoiceName, shortOrderId } from '../domain/document-names.ts'
import type { Order } from '../domain/order.ts'
import { seatsOf } from '../domain/order-lines.ts'
import { openAmount } from '../domain/payments.ts'
import { isOpen, isPaid, statusOf } from '../domain/status.ts'
import { buyerOf } from '../orders/buyers.ts'
import type { OrderMail } from '../orders/order-mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { BuyerMailer } from './buyer-mailer.ts'
import type { Composed } from './mail-delivery.ts'
import type { OrderDocuments, StoredDocument } from './order-documents.ts'

/** The contents of mails about orders of companies, to their buyers, from the order as it is when they are sent. */
export class CompanyMails {
  readonly #orders: Orders
  readonly #documents: OrderDocuments
  readonly #database: Database
  readonly #mailer: BuyerMailer

  constructor(orders: Orders, documents: OrderDocuments, database: Database, mailer: BuyerMailer) {
    this.#orders = orders
    this.#documents = documents
    this.#database = database
    this.#mailer = mailer
  }

  /** Null for an order of a person, whose confirmation is in `OrderMails`. */
  async confirmation({ orderId }: OrderMail): Promise<Composed | null> {
    const { order } = await this.#orders.load(orderId)
    if (order.placed === null || order.placed.organizationId === null) return null
    if (!isPaid(statusOf(order))) return { notNeeded: `The order is ${statusOf(order)} by now.` }
    const seats = seatsInWords(order)
    return {
      subject: `Your ${seats} are ready: ${order.placed.productName}`,
      documents: await this.#both(orderId),
      preheader: `Your payment is confirmed. Hand out ${seats} now.`,
      heading: 'Your seats are ready',
      paragraphs: [
        `Thank you. Your payment is confirmed and ${seats} in ${order.placed.productName} are yours to hand out. The documents are attached.`,
        'Invite participants by their email addresses. Each seat belongs to whoever accepts its invitation.',
      ],
      rows: await this.#rows(order),
      button: { label: 'Hand out seats', url: this.#mailer.organizationUrl() },
    }
  }

  /** The mail with an invoice that is to be paid. */
  async invoice({ orderId }: OrderMail): Promise<Composed> {
    const { order } = await this.#orders.load(orderId)
    const { placed, invoice } = order
    if (placed === null || !invoice?.payment) return { notNeeded: 'The order has no invoice to pay.' }
    const amount = price(placed.total, placed.currency)
    const due = day(new Date(invoice.payment.dueAt))
    return {
      subject: `Invoice ${invoiceName(invoice)}: ${amount}, due ${due}`,
      documents: [await this.#documents.get(orderId, 'invoice')],
      preheader: `Please pay ${amount} by ${due}.`,
      heading: `Invoice ${invoiceName(invoice)}`,
      paragraphs: [
        `Thank you for your order of ${seatsInWords(order)} in ${placed.productName}. The invoice is attached; please pay ${amount} by ${due}.`,
        'As soon as the payment has arrived, the seats are yours to hand out, and we send you a receipt.',
      ],
      rows: [...(await this.#rows(order)), ...invoice.payment.rows],
      button: { label: 'Open your order', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  /** A reminder after the due date; not needed once nothing is open. */
  async paymentDue({ orderId }: OrderMail): Promise<Composed> {
    const { order } = await this.#orders.load(orderId)
    const { placed, invoice } = order
    const mayBePaid = isOpen(statusOf(order)) && order.cancelled === null
    if (placed === null || !invoice?.payment || !mayBePaid)
      return { notNeeded: `The order is ${statusOf(order)}: there is nothing to remind of.` }
    const open = price(openAmount(order), placed.currency)
    const due = day(new Date(invoice.payment.dueAt))
    const name = invoiceName(invoice)
    return {
      subject: `Reminder: invoice ${name} was due on ${due}`,
      documents: [await this.#documents.get(orderId, 'invoice')],
      preheader: `${open} is still open.`,
      heading: 'Your invoice is still open',
      paragraphs: [
        `Invoice ${name} was due on ${due}, and ${open} of it has not arrived. If you have paid in the last few days, please ignore this email.`,
      ],
      rows: [
        ...(await this.#rows(order)),
        { label: 'Still open', value: open },
        { label: 'Due date', value: due },
        ...invoice.payment.rows,
      ],
      button: { label: 'Open your order', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  async cancelled({ orderId, subject }: OrderMail): Promise<Composed> {
    const { order } = await this.#orders.load(orderId)
    const note = order.creditNotes[noteOf(subject)]
    if (note === undefined || order.invoice === null)
      return { notNeeded: 'The order has no such credit note.' }
    const name = invoiceName(order.invoice)
    return {
      subject: `Your order was cancelled: invoice ${name} need not be paid`,
      documents: [await this.#documents.creditNote(orderId, note.refundId)],
      preheader: `Invoice ${name} is cancelled by credit note ${creditNoteName(note)}.`,
      heading: 'Your order was cancelled',
      paragraphs: [
        `Invoice ${name} need not be paid any more: the attached credit note ${creditNoteName(note)} cancels what was open of it.`,
      ],
      rows: await this.#rows(order),
      button: { label: 'Open your order', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  /** The order was paid after it had been cancelled. */
  async restored({ orderId, subject }: OrderMail): Promise<Composed> {
    const { order } = await this.#orders.load(orderId)
    const note = order.debitNotes[noteOf(subject)]
    if (note === undefined || order.invoice === null)
      return { notNeeded: 'The order has no such debit note.' }
    const name = invoiceName(order.invoice)
    return {
      subject: `Your payment arrived after all: invoice ${name} stands`,
      documents: [await this.#documents.debitNote(orderId, note.refundId)],
      preheader: `Debit note ${debitNoteName(note)} withdraws the cancellation.`,
      heading: 'Your payment arrived after all',
      paragraphs: [
        `We had cancelled your order, and your payment has arrived since. The attached document withdraws the cancellation; invoice ${name} stands as it was.`,
      ],
      rows: await this.#rows(order),
      button: { label: 'Open your order', url: this.#mailer.enrollmentUrl(orderId) },
    }
  }

  async #rows(order: Order): Promise<{ label: string; value: string }[]> {
    const stored = await buyerOf(this.#database.sql, order.id)
    const { placed, invoice } = order
    const rows = [
      { label: 'Order', value: shortOrderId(order.id) },
      { label: 'Invoice', value: invoice === null ? null : invoiceName(invoice) },
      { label: 'Purchase order', value: referenceInMail(stored?.buyer.reference ?? '') },
      { label: 'Total', value: placed === null ? null : price(placed.total, placed.currency) },
    ]
    return rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
  }

  async #both(orderId: string): Promise<StoredDocument[]> {
    const invoice = await this.#documents.get(orderId, 'invoice')
    try {
      return [invoice, await this.#documents.get(orderId, 'receipt')]
    } catch (error) {
      // The order was free, or Stripe does not state how it was paid.
      if (error instanceof AppError && error.code === 'RECEIPT_NOT_AVAILABLE') return [invoice]
      throw error
    }
  }
}

/** The order's id from the subject of such a mail, which begins with it. */
const noteOf = (subject: string | null): string => subject?.split(':')[1] ?? ''

function seatsInWords({ placed }: Order): string {
  const seats = seatsOf(placed?.lines ?? [])
  return seats === 1 ? '1 seat' : `${seats} seats`
}
