import type { OrderDetail, OrderView, ProductView } from '../contract.ts'
import { disputeStanding } from '../domain/disputes.ts'
import { creditNoteName, debitNoteName, inOrderOfIssue, invoiceOfRow } from '../domain/document-names.ts'
import { nextDue } from '../domain/dues.ts'
import type { Order } from '../domain/order.ts'
import { seatsOf } from '../domain/order-lines.ts'
import { covered, openAmount, surplusReturned } from '../domain/payments.ts'
import { holdsPlace, placeClaim } from '../domain/place.ts'
import { seatPrices, type VolumeStep } from '../domain/pricing.ts'
import { isOpen, isPayable, lastFailure, statusOf } from '../domain/status.ts'
import type { Buyer } from './buyers.ts'
import type { Loaded } from './loaded.ts'
import type { OrderSummary } from './order-row.ts'
import type { Product } from './products.ts'

/** @param steps the volume steps that hold now */
export const productView = (product: Product, steps: readonly VolumeStep[]): ProductView => ({
  ...product,
  price: product.priceMinor,
  seatPrices: seatPrices({ unitPrice: product.priceMinor, currency: product.currency, steps }),
})

/** The state of the payment of an order, for its buyer. */
export type BuyerStanding = Pick<OrderView, 'dispute' | 'holdsPlace' | 'payable' | 'failureCode'>

export function standingOf(order: Order): BuyerStanding {
  return {
    dispute: disputeStanding(order),
    holdsPlace: holdsPlace(order),
    payable: isPayable(order),
    failureCode: lastFailure(order),
  }
}

export function orderView(row: OrderSummary, buyer: Buyer | null, standing: BuyerStanding): OrderView {
  const { productId, productName, totalMinor, organizationId } = row
  return {
    ...row,
    totalAmount: totalMinor,
    refundedAmount: row.refundedMinor - surplusReturnedOf(row),
    surplusReturnedAmount: surplusReturnedOf(row),
    programName: productName,
    items: [{ productId, name: productName, quantity: row.seats, price: totalMinor }],
    customer: buyer,
    organizationId: organizationId ?? null,
    ...standing,
    invoiceNumber: invoiceOfRow(row),
  }
}

/** Minor units. */
export function surplusReturnedOf(row: OrderSummary): number {
  const { totalMinor: total, receivedMinor, refundedMinor } = row
  return surplusReturned({ total, received: receivedMinor, refunded: refundedMinor })
}

/** The same for the order's own page, from its fold. */
export function orderDetail(
  { order, confirmedAt }: Loaded,
  row: OrderSummary,
  buyer: Buyer | null,
  bankVerification: OrderDetail['bankVerification'],
  cohort: OrderDetail['cohort'],
  bankTransfer: OrderDetail['bankTransfer'],
): OrderDetail {
  return {
    bankVerification,
    cohort,
    bankTransfer,
    ...orderView(row, buyer, standingOf(order)),
    answers: order.placed?.answers ?? {},
    termsVersion: order.placed?.termsVersion ?? null,
    confirmedAt: confirmedAt ?? null,
    company: companyOf(order),
    notes: notesOf(order),
  }
}

function companyOf(order: Order): OrderDetail['company'] {
  const { placed } = order
  if (placed === null || placed.organizationId === null) return null
  const mayBePaid = isOpen(statusOf(order)) && order.cancelled === null
  const due = mayBePaid ? nextDue(order, covered(order)) : null
  return {
    seats: seatsOf(placed.lines),
    openAmount: mayBePaid ? openAmount(order) : 0,
    dueAt: due?.dueAt ?? null,
    seatsReady: placeClaim(order) === 'paid',
  }
}

function notesOf(order: Order): OrderDetail['notes'] {
  const issued = Object.values(order.creditNotes).sort(inOrderOfIssue)
  return issued.flatMap((credit) => {
    const withdrawal = order.debitNotes[credit.refundId]
    const notes: OrderDetail['notes'] = [{ ...credit, kind: 'credit-note', number: creditNoteName(credit) }]
    if (withdrawal !== undefined)
      notes.push({ ...withdrawal, kind: 'debit-note', number: debitNoteName(withdrawal) })
    return notes
  })
}
