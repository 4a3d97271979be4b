import { cohortRows } from '#modules/leadership/index.ts'
import { price } from '#platform/kernel/money.ts'
import { day, invoiceName, shortOrderId } from '../domain/document-names.ts'
import { hasFailed, settledWith } from '../domain/documents-due.ts'
import { holdsPlace } from '../domain/place.ts'
import { companyConfirmation } from './company-mails.ts'
import { type Composers, type MailContent, type MailedOrder, openPage, programRow } from './mail-content.ts'
import type { StoredDocument } from './order-documents.ts'
import { refundedWords, refundFailedWords } from './refund-words.ts'

/** Mails that carry documents. */
export const orderMails: Composers<'confirmation' | 'documents' | 'refund' | 'refund-failed'> = {
  /** A buyer who lost the place before this mail was sent gets the documents without the sentences that are no longer true. */
  async confirmation(mailed) {
    const { order, placed, span } = mailed
    if (placed.organizationId !== null) return companyConfirmation(mailed)
    if (order.invoice === null) return { notNeeded: 'The order has no invoice: there is nothing to confirm.' }
    if (!holdsPlace(order)) return justDocuments(mailed, ' Your enrollment has ended.')
    const program = await mailed.programs.ofOrder(order.id)
    return {
      subject: `You are enrolled: ${placed.productName}`,
      documents: await mailed.documents.invoiceAndReceipt(mailed),
      attachments: program === null ? [] : [program.calendar],
      preheader: 'Your payment is confirmed and your enrollment is active.',
      heading: 'Enrollment confirmed',
      paragraphs: [
        'Thank you. Your payment is confirmed and your enrollment is active.',
        `Your training schedule follows in a second email within 24 hours. Invoice and receipt are attached${program === null ? '' : ', and a calendar file with the live labs, which shows them in your own time zone'}.`,
      ],
      rows: [
        { label: 'Program', value: placed.productName },
        ...(program === null ? [] : cohortRows(program.plan)),
        { label: 'Order', value: shortOrderId(order.id) },
        { label: 'Invoice', value: invoiceName(order.invoice) },
        { label: 'Ordered on', value: day(span.createdAt) },
        { label: 'Total', value: price(placed.total, placed.currency) },
        programRow(mailed),
      ],
      button: openPage(mailed, 'enrollment'),
    }
  },

  /** Asked for by the buyer: true whatever became of the order. */
  documents: (mailed) => justDocuments(mailed, ''),

  /** Not sent once the refund has come back: the email about that brings both notes. */
  async refund(mailed) {
    const { order, subject: refundId } = mailed
    if (settledWith(order, refundId) === 0) return { notNeeded: 'The order has no such refund.' }
    if (hasFailed(order, refundId))
      return { notNeeded: 'The refund has failed since: the email about that brings both documents.' }
    const hasNote = order.creditNotes[refundId] !== undefined
    return {
      ...refundedWords(order, refundId),
      documents: hasNote ? [await mailed.documents.creditNote(order.id, refundId)] : [],
      button: openPage(mailed, 'order'),
    }
  },

  async 'refund-failed'(mailed) {
    const { order, subject: refundId } = mailed
    if (settledWith(order, refundId) === 0) return { notNeeded: 'The order has no such refund.' }
    const documents: StoredDocument[] = []
    if (order.debitNotes[refundId] !== undefined)
      documents.push(await mailed.documents.debitNote(order.id, refundId))
    // Its own mail was not sent, and is not sent any more.
    const isMailed = await mailed.ledger.isSent({ kind: 'refund', orderId: order.id, subject: refundId })
    if (order.creditNotes[refundId] !== undefined && !isMailed)
      documents.push(await mailed.documents.creditNote(order.id, refundId))
    return { ...refundFailedWords(order, refundId), documents, button: openPage(mailed, 'order') }
  },
}

async function justDocuments(mailed: MailedOrder, place: string): Promise<MailContent> {
  return {
    subject: 'Your invoice and receipt',
    documents: await mailed.documents.invoiceAndReceipt(mailed),
    preheader: 'The documents of your order are attached.',
    paragraphs: [`The documents of your order are attached. Please keep them for your records.${place}`],
    button: openPage(mailed, 'enrollment'),
  }
}
