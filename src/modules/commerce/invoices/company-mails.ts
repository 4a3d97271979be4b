import { price } from '#platform/kernel/money.ts'
import { referenceInMail } from '#platform/mail/greeting.ts'
import type { MailRow } from '#platform/mail/layout.ts'
import { creditNoteName, day, debitNoteName, invoiceName, shortOrderId } from '../domain/document-names.ts'
import { invoicesOf } from '../domain/documents-due.ts'
import { seatsOf } from '../domain/order-lines.ts'
import { openAmount } from '../domain/payments.ts'
import { isOpen, isPaid, statusOf } from '../domain/status.ts'
import { buyerOf } from '../orders/buyers.ts'
import { paperKinds } from '../rules.ts'
import { type Composed, type Composers, type MailedOrder, openPage } from './mail-content.ts'

/** Mails about invoices that are to be paid, or were corrected. */
export const companyMails: Composers<
  'invoice' | 'payment-due' | 'invoice-cancelled' | 'invoice-restored' | 'invoice-corrected'
> = {
  /** With the invoice that is to be paid. */
  async invoice(mailed) {
    const { order, placed } = mailed
    const { invoice } = order
    if (!invoice?.payment) return { notNeeded: 'The order has no invoice to pay.' }
    const amount = price(placed.total, placed.currency)
    const due = day(new Date(invoice.payment.dueAt))
    return {
      subject: `Invoice ${invoiceName(invoice)}: ${amount}, due ${due}`,
      documents: [await mailed.documents.get(order.id, 'invoice')],
      preheader: `Please pay ${amount} by ${due}.`,
      heading: `Invoice ${invoiceName(invoice)}`,
      paragraphs: [
        `Thank you for your order of ${seatsInWords(mailed)} in ${placed.productName}. The invoice is attached; please pay ${amount} by ${due}.`,
        'Once the payment has arrived, the seats are yours to hand out, and we will send you a receipt.',
      ],
      rows: [...(await rowsOf(mailed)), ...invoice.payment.rows, ...(await papersRow(mailed))],
      button: openPage(mailed, 'order'),
    }
  },

  /** A reminder after the due date; not needed once nothing is open. */
  async 'payment-due'(mailed) {
    const { order, placed } = mailed
    const { invoice } = order
    const mayBePaid = isOpen(statusOf(order)) && order.cancelled === null
    if (!invoice?.payment || !mayBePaid)
      return { notNeeded: `The order is ${statusOf(order)}: there is nothing to remind of.` }
    const open = price(openAmount(order), placed.currency)
    const due = day(new Date(invoice.payment.dueAt))
    const name = invoiceName(invoice)
    return {
      subject: `Reminder: invoice ${name} was due on ${due}`,
      documents: [await mailed.documents.get(order.id, 'invoice')],
      preheader: `${open} is still open.`,
      heading: 'Your invoice is still open',
      paragraphs: [
        `Invoice ${name} was due on ${due}, and ${open} of it is still open. If you have paid in the last few days, please ignore this email.`,
      ],
      rows: [
        ...(await rowsOf(mailed)),
        { label: 'Still open', value: open },
        { label: 'Due date', value: due },
        ...invoice.payment.rows,
      ],
      button: openPage(mailed, 'order'),
    }
  },

  async 'invoice-cancelled'(mailed) {
    const { order, subject } = mailed
    const note = order.creditNotes[noteOf(subject)]
    if (note === undefined || order.invoice === null)
      return { notNeeded: 'The order has no such credit note.' }
    const name = invoiceName(order.invoice)
    return {
      subject: `Your order was cancelled: please do not pay invoice ${name}`,
      documents: [await mailed.documents.creditNote(order.id, note.refundId)],
      preheader: `Invoice ${name} is cancelled by credit note ${creditNoteName(note)}.`,
      heading: 'Your order was cancelled',
      paragraphs: [
        `You no longer need to pay invoice ${name}: the attached credit note ${creditNoteName(note)} cancels the amount that was open.`,
      ],
      rows: await rowsOf(mailed),
      button: openPage(mailed, 'order'),
    }
  },

  /** The order was paid after it had been cancelled. */
  async 'invoice-restored'(mailed) {
    const { order, subject } = mailed
    const note = order.debitNotes[noteOf(subject)]
    if (note === undefined || order.invoice === null)
      return { notNeeded: 'The order has no such debit note.' }
    const name = invoiceName(order.invoice)
    return {
      subject: `Your payment arrived after all: invoice ${name} is valid again`,
      documents: [await mailed.documents.debitNote(order.id, note.refundId)],
      preheader: `Debit note ${debitNoteName(note)} withdraws the cancellation.`,
      heading: 'Your payment arrived after all',
      paragraphs: [
        `We had cancelled your order, but your payment has since arrived. The attached document withdraws the cancellation, so invoice ${name} is valid again.`,
      ],
      rows: await rowsOf(mailed),
      button: openPage(mailed, 'order'),
    }
  },

  /** With both documents. */
  async 'invoice-corrected'(mailed) {
    const { order, subject, documents } = mailed
    const [id, credit] = [noteOf(subject), order.creditNotes[noteOf(subject)]]
    const invoice = invoicesOf(order).find(({ correctionId }) => correctionId === id)
    const replaced = order.replacements[id]?.invoice
    if (!invoice || !replaced || !credit) return { notNeeded: 'The order has no such invoice.' }
    const [now, before] = [invoiceName(invoice), invoiceName(replaced)]
    return {
      subject: `Corrected invoice ${now} replaces ${before}`,
      documents: [
        await documents.get(order.id, 'invoice', id),
        await documents.get(order.id, 'credit-note', id),
      ],
      preheader: 'Only the details of the recipient are different. Please keep both documents.',
      heading: `Corrected invoice ${now}`,
      paragraphs: [
        `We corrected the details on invoice ${before}. Credit note ${creditNoteName(credit)} cancels it, and invoice ${now} over the same amount takes its place; both are attached.`,
        'What you have paid counts for the new invoice. Nothing is paid back, and nothing more is due.',
      ],
      rows: await rowsOf(mailed),
      button: openPage(mailed, 'order'),
    }
  },
}

/** The confirmation of a company's order. */
export async function companyConfirmation(mailed: MailedOrder): Promise<Composed> {
  const { order, placed } = mailed
  if (!isPaid(statusOf(order))) return { notNeeded: `The order is ${statusOf(order)} by now.` }
  const seats = seatsInWords(mailed)
  return {
    subject: `Your ${seats} are ready: ${placed.productName}`,
    documents: await mailed.documents.invoiceAndReceipt(mailed),
    preheader: `Your payment is confirmed. Hand out ${seats} now.`,
    heading: 'Your seats are ready',
    paragraphs: [
      `Thank you. Your payment is confirmed and ${seats} in ${placed.productName} are yours to hand out. The documents are attached.`,
      'Invite participants by their email addresses. Each seat belongs to the person who accepts its invitation.',
    ],
    rows: await rowsOf(mailed),
    button: { label: 'Hand out seats', url: `${mailed.config.publicUrl}/organization` },
  }
}

async function rowsOf({ order, placed, database }: MailedOrder): Promise<{ label: string; value: string }[]> {
  const stored = await buyerOf(database.sql, order.id)
  const rows = [
    { label: 'Order', value: shortOrderId(order.id) },
    { label: 'Invoice', value: order.invoice === null ? null : invoiceName(order.invoice) },
    { label: 'Purchase order', value: referenceInMail(stored?.buyer.reference ?? '') },
    { label: 'Total', value: price(placed.total, placed.currency) },
  ]
  return rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
}

/** The line with the link to the papers that procurement asks for; none while there are none. */
async function papersRow({ papers, config }: MailedOrder): Promise<MailRow[]> {
  const words = new Set((await papers.offered()).map(({ kind }) => paperKinds[kind].toLowerCase()))
  if (words.size === 0) return []
  const value = [...words].join(', ')
  return [{ label: 'For your procurement', value, url: `${config.publicUrl}/organization#papers` }]
}

/** The id of a note in the subject of a mail, which begins with the order's id. */
const noteOf = (subject: string): string => subject.split(':')[1] ?? ''

function seatsInWords({ placed }: MailedOrder): string {
  const seats = seatsOf(placed.lines)
  return seats === 1 ? '1 seat' : `${seats} seats`
}
