import type { OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { documentNumberOf, numbered, printedNumber } from '../domain/document-names.ts'
import { statusOf } from '../domain/status.ts'
import { MailLedger } from '../orders/mail-ledger.ts'
import { jobOf } from '../orders/order-mail.ts'
import { Orders } from '../orders/orders.ts'
import type { downloadInvoice, downloadNote } from './contract.ts'
import { OrderDocuments, type StoredDocument } from './order-documents.ts'
import { PaymentMethods } from './payment-methods.ts'

const linkMs = 5 * 60_000
const mailEveryMs = 24 * 3_600_000

/** The document of a link: `invoice`, `receipt`, or the printed number of a note. */
type LinkTarget = string

const pathOf = (orderId: string, target: LinkTarget): string => `/api/documents/orders/${orderId}/${target}`

/** Links to documents, valid for five minutes, and a mail with invoice and receipt, at most once a day. */
export class Downloads {
  static readonly needs = {
    orders: Orders,
    documents: OrderDocuments,
    methods: PaymentMethods,
    database: Database,
    ledger: MailLedger,
    jobs: Jobs,
    signer: LinkSigner,
    clock: Clock,
  }
  readonly #parts: Given<typeof Downloads.needs>

  constructor(parts: Given<typeof Downloads.needs>) {
    this.#parts = parts
  }

  /** @throws AppError as `OrderDocuments.get`. The caller must have checked that the order is the user's. */
  async link(
    orderId: string,
    kind: 'invoice' | 'receipt',
    userId: string,
  ): Promise<OutputOf<typeof downloadInvoice>> {
    const { filename } = await this.#parts.documents.get(orderId, kind)
    const sent = await this.#mail(orderId)
    const sign = this.#signed(orderId, kind, userId)
    const { order } = await this.#parts.orders.load(orderId)
    const theirs =
      kind === 'receipt' ? await this.#parts.methods.receiptLink(order, this.#parts.clock.now()) : null
    return {
      document: { downloadUrl: sign('attachment'), hostedUrl: theirs ?? sign('inline'), filename },
      message: kind === 'invoice' ? 'Invoice ready' : 'Receipt ready',
      orderStatus: statusOf(order),
      email: { sent },
    }
  }

  /** The same for a note. @throws AppError not-found `NOTE_NOT_FOUND`. It sends no mail: the mail of the refund had the note. */
  async noteLink(orderId: string, number: string, userId: string): Promise<OutputOf<typeof downloadNote>> {
    const { filename, title } = await this.#note(orderId, number)
    const sign = this.#signed(orderId, number, userId)
    const { order } = await this.#parts.orders.load(orderId)
    return {
      document: { downloadUrl: sign('attachment'), hostedUrl: sign('inline'), filename },
      message: `${title} ready`,
      orderStatus: statusOf(order),
    }
  }

  /** @throws AppError not-found `LINK_EXPIRED` when the signature of the link is wrong or the link has expired. */
  async open(
    orderId: string,
    target: LinkTarget,
    query: Record<string, unknown>,
  ): Promise<StoredDocument & { disposition: 'inline' | 'attachment' }> {
    const claims = this.#parts.signer.verify(pathOf(orderId, target), query)
    if (claims === null) {
      throw new AppError(
        'not-found',
        'LINK_EXPIRED',
        'This link is not valid any more. Please download again.',
      )
    }
    const document = await (target === 'invoice' || target === 'receipt'
      ? this.#parts.documents.get(orderId, target)
      : this.#note(orderId, target))
    return { ...document, disposition: claims.disposition === 'inline' ? 'inline' : 'attachment' }
  }

  async #note(orderId: string, number: string): Promise<StoredDocument & { title: string }> {
    const { order } = await this.#parts.orders.load(orderId)
    const kind = documentNumberOf(number)?.kind
    const notes = Object.values(kind === 'credit-note' ? order.creditNotes : order.debitNotes)
    const note = notes.find((one) => kind !== undefined && printedNumber(kind, one) === number)
    if (kind === undefined || note === undefined)
      throw new AppError('not-found', 'NOTE_NOT_FOUND', 'This order has no such note')
    return { ...(await this.#parts.documents.get(orderId, kind, note.refundId)), title: numbered[kind].title }
  }

  #signed(orderId: string, target: LinkTarget, userId: string): (disposition: string) => string {
    const expires = new Date(this.#parts.clock.now().getTime() + linkMs)
    return (disposition) =>
      this.#parts.signer.sign(pathOf(orderId, target), { user: userId, disposition }, expires)
  }

  /** Enqueues the mail unless one was enqueued within a day; false when that one could not be delivered. */
  async #mail(orderId: string): Promise<boolean> {
    return this.#parts.database.rawTransaction(async (sql) => {
      const mail = await this.#parts.ledger.queueDocuments(sql, orderId, mailEveryMs)
      if ('well' in mail) return mail.well
      await this.#parts.jobs.enqueue(sql, jobOf(mail, 0, this.#parts.clock.now()))
      return true
    })
  }
}
