import type { IssuedInvoice } from './events.ts'
import { isLiveRefund } from './lattice.ts'
import type { CreditNote, Order, SurplusReturn } from './order.ts'
import { countedPayments, covered } from './payments.ts'
import { type Printed, printedCredit, printedOf, type SellerTerms } from './printed.ts'
import { isOpen, isPaid, statusOf } from './status.ts'

type DueNote = Pick<CreditNote, 'refundId' | 'amount' | 'currency'>

/**
 * An order is invoiced once: when its money has arrived, or before, when its payer wants the invoice first. The invoice
 * is of the total, however much was received.
 */
export function needsInvoice(order: Order): boolean {
  if (order.invoice !== null) return false
  const status = statusOf(order)
  if (isOpen(status)) return order.invoiceRequested !== null && order.cancelled === null
  return isPaid(status)
}

/** Begins the ids of credit notes for an invoice that will not be paid: they belong to no refund. */
const cancellation = 'cancellation-'
export const isCancellation = (refundId: string): boolean => refundId.startsWith(cancellation)

/**
 * The correction whose documents are to be issued; null when there is none. Its credit note takes back the whole invoice, and
 * the next invoice has the same amounts: credit notes given before stay, and reduce the new invoice.
 */
export const correctionDue = ({ replacements, creditNotes }: Order): string | null =>
  Object.keys(replacements).find((id) => creditNotes[id] === undefined) ?? null

/** All invoices of the order, in the order of their issue; the last one is valid. */
export const invoicesOf = ({ replacements, invoice }: Order): IssuedInvoice[] =>
  [...Object.values(replacements).map((replaced) => replaced.invoice), invoice].filter((one) => one !== null)

/** The credit notes that reduce the invoice: not those that are withdrawn, nor those of invoices that were issued again. */
export const standingNotes = ({ creditNotes, debitNotes, replacements }: Order): CreditNote[] =>
  Object.values(creditNotes).filter(
    ({ refundId }) => debitNotes[refundId] === undefined && replacements[refundId] === undefined,
  )

/** Minor units of the credit notes that reduce the invoice. */
const credited = (order: Order, which: (refundId: string) => boolean = () => true): number =>
  standingNotes(order)
    .filter(({ refundId }) => which(refundId))
    .reduce((sum, { amount }) => sum + amount, 0)

/** What the order's documents ask for at most: nothing beyond what was refunded, once its invoice is cancelled. */
function invoicedTotal(order: Order): number {
  const cancelled = Object.keys(order.creditNotes).some(isCancellation) && statusOf(order) === 'cancelled'
  return cancelled ? credited(order, (refundId) => !isCancellation(refundId)) : (order.placed?.total ?? 0)
}

/** Minor units received beyond the total that no refund has given back; the invoice never held them. */
export function surplusHeld(order: Order): number {
  return Math.max(0, covered(order) - invoicedTotal(order))
}

/**
 * What each refund that went through, and is not settled yet, gives back: the surplus that is held goes first, in the
 * order in which the refunds were seen, and the invoice is credited with the rest. What is settled stays as it is, so
 * that invoice less credit notes plus debit notes is the money that is kept, less the surplus that is still held.
 */
function divided(order: Order): { surplus: SurplusReturn; credit: DueNote }[] {
  if (order.invoice === null && !needsInvoice(order)) return []
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  let held = surplusHeld(order)
  const refunds = Object.values(order.refunds).filter(
    (refund) => refund.state === 'succeeded' && counted.has(refund.intentId),
  )
  return [...refunds, ...Object.values(order.transferRefunds)]
    .filter((refund) => order.creditNotes[refund.refundId] === undefined)
    .map(({ refundId, amount, currency }) => {
      const known = order.surplusReturns[refundId]
      const surplus = known?.amount ?? Math.min(held, amount)
      if (known === undefined) held -= surplus
      return {
        surplus: { refundId, amount: known === undefined ? surplus : 0, currency },
        credit: { refundId, amount: amount - surplus, currency },
      }
    })
}

/** Refunds that went through and gave back surplus, as far as that is not recorded. */
export function surplusReturnsDue(order: Order): SurplusReturn[] {
  return divided(order)
    .map(({ surplus }) => surplus)
    .filter(({ amount }) => amount > 0)
}

/**
 * Refunds that went through, of an invoiced order, without their credit note: what they gave back beyond surplus. And
 * what is left of the invoice of an order that was cancelled.
 */
export function creditNotesDue(order: Order): DueNote[] {
  const refunds = divided(order)
    .map(({ credit }) => credit)
    .filter(({ amount }) => amount > 0)
  return [...refunds, ...cancellationDue(order, refunds)]
}

function cancellationDue(order: Order, refunds: readonly DueNote[]): DueNote[] {
  const { placed, invoice, creditNotes } = order
  if (placed === null || invoice === null || statusOf(order) !== 'cancelled') return []
  const amount = refunds.reduce((left, one) => left - one.amount, placed.total - credited(order))
  const count = Object.keys(creditNotes).filter(isCancellation).length
  return amount > 0 ? [{ refundId: `${cancellation}${count + 1}`, amount, currency: placed.currency }] : []
}

/**
 * Credit notes whose refund failed, or was cancelled, after they were issued: each is withdrawn once. So is the credit
 * note of a cancelled order that was paid after all.
 */
export function debitNotesDue(order: Order): DueNote[] {
  return Object.values(order.creditNotes)
    .filter(({ refundId }) => order.debitNotes[refundId] === undefined && hasFailed(order, refundId))
    .map(({ refundId, amount, currency }) => ({ refundId, amount, currency }))
}

/** What of a refund was settled, in minor units: surplus returned and invoice credited. */
export function settledWith(order: Order, refundId: string): number {
  return (order.surplusReturns[refundId]?.amount ?? 0) + (order.creditNotes[refundId]?.amount ?? 0)
}

/** True when the refund, or the cancellation, came to nothing after it was seen. */
export function hasFailed(order: Order, refundId: string): boolean {
  if (isCancellation(refundId)) return statusOf(order) !== 'cancelled'
  const refund = order.refunds[refundId]
  return refund !== undefined && !isLiveRefund(refund)
}

/** What the order's invoice prints: as it was issued, or on the terms of today. */
export function invoicePrinted({ id, placed, invoice }: Order, today: SellerTerms): Printed {
  if (placed === null) throw new Error(`Order ${id} was never placed`)
  return invoice?.printed ?? printedOf(today, placed.total, placed.currency)
}

/** What a credit note over `amount` that is issued now prints: the seller and the taxes of its invoice. */
export function nextCreditPrinted(order: Order, amount: number, today: SellerTerms): Printed {
  const standing = standingNotes(order)
  const before = standing.reduce((sum, note) => sum + note.amount, 0)
  const taken = standing.map(({ printed }) => printed?.taxLines.map((line) => line.amount) ?? [])
  return printedCredit(invoicePrinted(order, today), amount, before, taken)
}
