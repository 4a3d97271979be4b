import { AppError, refusedField } from '#platform/kernel/error.ts'
import { cancel } from './decisions.ts'
import { invoiceName } from './document-names.ts'
import type { InvoiceReplacement, OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { isOpen, statusOf } from './status.ts'

/**
 * Finance gives the seats of a company's order before the money is there; [] when that was done before.
 * @throws AppError conflict `ACCESS_NOT_RELEASABLE` for an order of a person, and one that is paid or over.
 */
export function releaseAccess(order: Order, data: { by: string; reason: string }): OrderEvent[] {
  if (order.released !== null) return []
  const isWaiting = isOpen(statusOf(order)) && order.cancelled === null
  if (!isWaiting || !isCompanys(order))
    throw new AppError(
      'conflict',
      'ACCESS_NOT_RELEASABLE',
      'Access can be given before the money only for an order of a company that waits for its payment',
    )
  return [{ type: 'AccessReleased', data }]
}

/**
 * Finance ends a company's order that will not be paid. What was to be paid of its invoice is credited.
 * @throws AppError conflict `ORDER_NOT_CANCELLABLE` for an order of a person, while money of it is kept, and while a
 *   payment by card may still arrive.
 */
export function cancelCompanyOrder(order: Order, reason: string): OrderEvent[] {
  if (isCompanys(order)) return cancel(order, reason)
  throw new AppError(
    'conflict',
    'ORDER_NOT_CANCELLABLE',
    'Orders of persons end by themselves when they are not paid',
  )
}

/**
 * Finance has the invoice issued again, because details of its recipient were wrong.
 * @param invoiceNumber the printed number of the invoice that finance looked at: a second press is refused
 * @throws AppError conflict `INVOICE_NOT_ISSUED`, `INVOICE_REPLACED`, `INVOICE_SETTLED`; invalid `NOTHING_CORRECTED`
 */
export function replaceInvoice(
  order: Order,
  invoiceNumber: string,
  asked: Omit<InvoiceReplacement, 'correctionId'>,
): OrderEvent[] {
  const { invoice, replacements } = order
  const refused = (code: string, words: string) => new AppError('conflict', code, words)
  if (invoice === null)
    throw refused('INVOICE_NOT_ISSUED', 'No invoice is issued yet. Until then, its details can be changed.')
  if (invoiceName(invoice) !== invoiceNumber)
    throw refused('INVOICE_REPLACED', `Invoice ${invoiceNumber} was replaced by ${invoiceName(invoice)}.`)
  const status = statusOf(order)
  if (status === 'refunded' || status === 'cancelled')
    throw refused(
      'INVOICE_SETTLED',
      `This order is ${status}: nothing of its invoice is left to issue again.`,
    )
  if (asked.fields.length === 0)
    throw refusedField('NOTHING_CORRECTED', 'company', 'or another detail must differ from the invoice')
  const correctionId = `correction-${Object.keys(replacements).length + 1}`
  return [{ type: 'InvoiceReplaced', data: { correctionId, ...asked } }]
}

const isCompanys = ({ placed }: Order): boolean => placed !== null && placed.organizationId !== null
