import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Documents } from '#platform/storage/documents.ts'
import {
  creditNoteName,
  type DocumentKind,
  day,
  debitNoteName,
  filenameOf,
  invoiceName,
  type NumberedKind,
  price,
  storedKey,
} from './document-names.ts'
import type { OrderEventType } from './domain/events.ts'
import { countedPayments, type Order } from './domain/order.ts'
import { statusOf } from './domain/status.ts'
import { loadedFrom, type Orders } from './orders.ts'
import { lookingMs, withPatience } from './patience.ts'
import { type Paper, renderPdf } from './pdf.ts'
import { type Seller, sellerSettings } from './seller-settings.ts'
import type { StripeAccount } from './stripe.ts'

export interface StoredDocument {
  filename: string
  bytes: Buffer
}

export interface Buyer {
  firstName: string
  lastName: string
  email: string
  company: string | null
}

/** What a document is made from: the order and when its numbered papers were issued. */
interface Subject {
  order: Order
  issuedAt(type: OrderEventType, matches?: (data: Record<string, unknown>) => boolean): Date
}

const pdfType = 'application/pdf'
/** Nobody waits longer for a link that the document of our own can stand in for. */
const providerPatienceMs = 1_500
const providerReceiptMs = 29 * 24 * 3_600_000

/** Invoice, receipt and credit notes: rendered once, stored, and the same bytes every time after. */
export class OrderDocuments {
  readonly #orders: Orders
  readonly #database: Database
  readonly #documents: Documents
  readonly #settings: Settings
  readonly #stripe: StripeAccount
  readonly #config: Config

  constructor(
    orders: Orders,
    database: Database,
    documents: Documents,
    settings: Settings,
    stripe: StripeAccount,
    config: Config,
  ) {
    this.#orders = orders
    this.#database = database
    this.#documents = documents
    this.#settings = settings
    this.#stripe = stripe
    this.#config = config
  }

  /** The buyer as of the order; null once erased. */
  async buyer(orderId: string): Promise<Buyer | null> {
    const [row] = await this.#database.sql.query<Buyer>(
      `select first_name as "firstName", last_name as "lastName", email, company
       from commerce_order_customer where order_id = $1`,
      [orderId],
    )
    return row ?? null
  }

  /**
   * @throws AppError conflict `ORDER_NOT_COMPLETED` (with `orderStatus`) before the money has arrived, or not-found
   *   `RECEIPT_NOT_AVAILABLE` when Stripe does not tell how it was paid.
   */
  async get(orderId: string, kind: DocumentKind): Promise<StoredDocument> {
    const subject = await this.#subject(orderId)
    const number = subject.order.invoiceNumber
    if (number === null) {
      const orderStatus = statusOf(subject.order)
      throw new AppError('conflict', 'ORDER_NOT_COMPLETED', `The order is ${orderStatus}, not completed`, {
        extra: { orderStatus },
      })
    }
    const issuedAt = subject.issuedAt('InvoiceIssued')
    return this.#stored(kind, number, issuedAt, () =>
      kind === 'invoice' ? this.#invoice(subject.order, issuedAt) : this.#receipt(subject.order, issuedAt),
    )
  }

  /** Stripe's own page of the receipt; null when it has none or does not say so at once. Its links die after a month. */
  async providerReceipt(order: Order, now: Date): Promise<string | null> {
    const [payment] = countedPayments(order)
    if (payment === undefined) return null
    const asked = this.#stripe.paymentMethod(payment.intentId).catch(() => null)
    const method = await Promise.race([asked, sleep(providerPatienceMs, null, { ref: false })])
    if (method === null || now.getTime() - method.paidAt.getTime() > providerReceiptMs) return null
    return method.receiptUrl
  }

  /** @throws AppError not-found `CREDIT_NOTE_NOT_FOUND`. */
  async creditNote(orderId: string, refundId: string): Promise<StoredDocument> {
    const { order, issuedAt } = await this.#subject(orderId)
    const note = order.creditNotes[refundId]
    if (note === undefined) throw new AppError('not-found', 'CREDIT_NOTE_NOT_FOUND', 'No such credit note')
    const at = issuedAt('CreditNoteIssued', (data) => data.refundId === refundId)
    return this.#correction(order, at, {
      title: 'Credit note',
      kind: 'credit-note',
      number: note.number,
      about: { label: 'For invoice', value: invoiceName(order.invoiceNumber ?? 0) },
      what: 'Refund',
      amount: -note.amount,
      currency: note.currency,
      total: 'Total credited',
      notes: ['The amount goes back to the payment method that was used.'],
    })
  }

  /** The withdrawal of a credit note. @throws AppError not-found `DEBIT_NOTE_NOT_FOUND`. */
  async debitNote(orderId: string, refundId: string): Promise<StoredDocument> {
    const { order, issuedAt } = await this.#subject(orderId)
    const note = order.debitNotes[refundId]
    const withdrawn = order.creditNotes[refundId]
    if (note === undefined || withdrawn === undefined) {
      throw new AppError('not-found', 'DEBIT_NOTE_NOT_FOUND', 'No such debit note')
    }
    const at = issuedAt('DebitNoteIssued', (data) => data.refundId === refundId)
    const credited = creditNoteName(withdrawn.number)
    return this.#correction(order, at, {
      title: 'Debit note',
      kind: 'debit-note',
      number: note.number,
      about: { label: 'Withdraws credit note', value: credited },
      what: 'Refund that was returned',
      amount: note.amount,
      currency: note.currency,
      total: 'Total debited',
      notes: [
        `The bank did not accept the refund of credit note ${credited}; that note is withdrawn.`,
        `Invoice ${invoiceName(order.invoiceNumber ?? 0)} stands as it was. No payment is due.`,
      ],
    })
  }

  async #correction(
    order: Order,
    at: Date,
    note: {
      title: string
      kind: 'credit-note' | 'debit-note'
      number: number
      about: Paper['facts'][number]
      what: string
      amount: number
      currency: string
      total: string
      notes: string[]
    },
  ): Promise<StoredDocument> {
    return this.#stored(note.kind, note.number, at, async () => {
      const seller = await this.#seller()
      const description = `${note.what}: ${order.placed?.productName ?? ''}`
      return {
        ...(await this.#head(note.title, order, seller, at)),
        facts: [
          {
            label: `${note.title} number`,
            value: note.kind === 'credit-note' ? creditNoteName(note.number) : debitNoteName(note.number),
          },
          { label: 'Date', value: day(at) },
          note.about,
          { label: 'Order', value: order.id },
        ],
        lines: [{ description, quantity: '1', amount: price(note.amount, note.currency) }],
        sums: sums(note.amount, note.currency, seller, note.total),
        notes: note.notes,
      }
    })
  }

  async #subject(orderId: string): Promise<Subject> {
    const history = await this.#orders.history(orderId)
    return {
      order: loadedFrom(orderId, history).order,
      issuedAt: (type, matches = () => true) => {
        const event = history.find((one) => one.type === type && matches(one.data))
        if (event === undefined) throw new Error(`Order ${orderId} has no ${type}`)
        return event.occurredAt
      },
    }
  }

  async #stored(
    kind: DocumentKind | NumberedKind,
    number: number,
    issuedAt: Date,
    make: () => Promise<Paper>,
  ): Promise<StoredDocument> {
    const key = storedKey(kind, number, issuedAt)
    const filename = filenameOf(kind, number)
    const known = await this.#documents.get(key)
    if (known !== null) return { filename, bytes: known }
    await this.#refuseDeleted(kind === 'receipt' ? 'invoice' : kind, number)
    const bytes = await renderPdf(await make())
    await this.#documents.put(key, bytes, pdfType)
    return { filename, bytes }
  }

  /** What was deleted at the end of its term is not made anew: it would be another document. */
  async #refuseDeleted(kind: NumberedKind, number: number): Promise<void> {
    const deleted = await this.#database.sql.query(
      'select from commerce_invoice where kind = $1 and number = $2 and deleted_at is not null',
      [kind, number],
    )
    if (deleted.length === 0) return
    throw new AppError(
      'not-found',
      'DOCUMENT_DELETED',
      'This document was deleted at the end of the time for which it has to be kept.',
    )
  }

  async #seller(): Promise<Seller> {
    const seller = await this.#settings.read(sellerSettings)
    return {
      ...seller,
      name: seller.name || this.#config.brandName,
      email: seller.email || this.#config.supportEmail,
    }
  }

  async #head(title: string, order: Order, seller: Seller, issuedAt: Date) {
    const buyer = await this.buyer(order.id)
    const recipient =
      buyer === null
        ? ['Customer data erased']
        : [`${buyer.firstName} ${buyer.lastName}`, ...(buyer.company ? [buyer.company] : []), buyer.email]
    return {
      title,
      issuer: seller.name,
      issuerLines: [...seller.addressLines, seller.email, seller.taxId].filter((line) => line !== ''),
      recipientLabel: 'Bill to',
      recipientLines: recipient,
      issuedAt,
    }
  }

  async #invoice(order: Order, issuedAt: Date): Promise<Paper> {
    const seller = await this.#seller()
    const { total, currency, productName } = placedOf(order)
    return {
      ...(await this.#head('Invoice', order, seller, issuedAt)),
      facts: [
        { label: 'Invoice number', value: invoiceName(order.invoiceNumber ?? 0) },
        { label: 'Invoice date', value: day(issuedAt) },
        { label: 'Order', value: order.id },
      ],
      lines: [{ description: productName, quantity: '1', amount: price(total, currency) }],
      sums: sums(total, currency, seller, 'Total'),
      notes: ['Paid in full.', ...(seller.note === '' ? [] : [seller.note])],
    }
  }

  async #receipt(order: Order, issuedAt: Date): Promise<Paper> {
    const seller = await this.#seller()
    const { total, currency, productName } = placedOf(order)
    const [payment] = countedPayments(order)
    const method =
      payment === undefined
        ? null
        : await withPatience(lookingMs, this.#stripe.paymentMethod(payment.intentId))
    if (method === null) {
      throw new AppError(
        'not-found',
        'RECEIPT_NOT_AVAILABLE',
        'Receipt not available. This may be due to the payment method used.',
      )
    }
    const brand = method.brand.charAt(0).toUpperCase() + method.brand.slice(1)
    return {
      ...(await this.#head('Receipt', order, seller, issuedAt)),
      recipientLabel: 'Received from',
      facts: [
        { label: 'For invoice', value: invoiceName(order.invoiceNumber ?? 0) },
        { label: 'Payment date', value: day(method.paidAt) },
        { label: 'Paid with', value: method.last4 === null ? brand : `${brand} ending in ${method.last4}` },
        { label: 'Order', value: order.id },
      ],
      lines: [{ description: productName, quantity: '1', amount: price(total, currency) }],
      sums: [{ label: 'Amount received', value: price(total, currency), strong: true }],
      notes: ['Thank you for your payment.'],
    }
  }
}

function placedOf(order: Order): NonNullable<Order['placed']> {
  if (order.placed === null) throw new Error(`Order ${order.id} was never placed`)
  return order.placed
}

/** Net, tax and total of a price that includes the tax. */
function sums(total: number, currency: string, seller: Seller, label: string): Paper['sums'] {
  const net = Math.round(total / (1 + seller.taxPercent / 100))
  const tax =
    seller.taxPercent === 0
      ? { label: `${seller.taxLabel} (none charged)`, value: price(0, currency) }
      : { label: `${seller.taxLabel} ${seller.taxPercent} %`, value: price(total - net, currency) }
  return [
    { label: 'Subtotal', value: price(net, currency) },
    tax,
    { label, value: price(total, currency), strong: true },
  ]
}
