import { price } from '#platform/kernel/money.ts'
import { creditNoteName, day, debitNoteName, shortOrderId } from '../domain/document-names.ts'
import { isCancellation } from '../domain/documents-due.ts'
import type { CreditNote, Order } from '../domain/order.ts'
import {
  type DocumentContent,
  headOf,
  inFull,
  invoiceOf,
  type Letterhead,
  signed,
  sums,
} from './document-parts.ts'

export function creditNoteContent(order: Order, head: Letterhead, note: CreditNote): DocumentContent {
  const cancelled = isCancellation(note.refundId)
  const byTransfer = order.transferRefunds[note.refundId] !== undefined
  const way = byTransfer
    ? 'The amount goes back to the account from which it was paid.'
    : 'The amount goes back to the payment method that was used.'
  return correctionContent(order, head, {
    title: 'Credit note',
    name: creditNoteName(note),
    about: { label: 'For invoice', value: invoiceOf(order) },
    what: cancelled ? 'Cancellation' : 'Refund',
    sign: -1,
    total: 'Total credited',
    notes: [cancelled ? 'The order was cancelled. No payment is due.' : way],
  })
}

/** The withdrawal of a credit note whose refund failed after all. */
export function debitNoteContent(
  order: Order,
  head: Letterhead,
  note: CreditNote,
  withdrawn: CreditNote,
): DocumentContent {
  const credited = creditNoteName(withdrawn)
  const cancelled = isCancellation(note.refundId)
  return correctionContent(order, head, {
    title: 'Debit note',
    name: debitNoteName(note),
    about: { label: 'Withdraws credit note', value: credited },
    what: cancelled ? 'Cancellation that was withdrawn' : 'Refund that was returned',
    sign: 1,
    total: 'Total debited',
    notes: [
      cancelled
        ? `The order of credit note ${credited} was paid after all; that note is withdrawn.`
        : `The bank did not accept the refund of credit note ${credited}; that note is withdrawn.`,
      `Invoice ${invoiceOf(order)} stands as it was. No payment is due.`,
    ],
  })
}

interface Correction {
  title: string
  name: string
  about: DocumentContent['facts'][number]
  what: string
  /** -1 where money is credited. */
  sign: 1 | -1
  total: string
  notes: string[]
}

function correctionContent(order: Order, head: Letterhead, note: Correction): DocumentContent {
  const description = `${note.what}: ${order.placed?.productName ?? ''}`
  const { printed } = head
  return {
    ...headOf(note.title, head),
    facts: [
      { label: `${note.title} number`, value: note.name },
      { label: 'Date', value: day(head.issuedAt) },
      note.about,
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: [
      { description, quantity: '1', amount: price(signed(printed.total, note.sign), printed.currency) },
    ],
    sums: sums(printed, note.sign, note.total),
    notes: [...note.notes, inFull(order)],
  }
}
