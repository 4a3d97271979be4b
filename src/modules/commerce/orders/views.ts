import { toDecimal } from '#platform/kernel/money.ts'
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
import type { Product } from './product.ts'

/** @param steps the volume steps that hold now */
export function productView(product: Product, steps: readonly VolumeStep[]): ProductView {
  const { id, stripeProductId, name, description, currency, active } = product
  return {
    id,
    stripeProductId,
    name,
    description,
    price: toDecimal(product.priceMinor, currency),
    currency,
    active,
    seatPrices: seatPrices({ unitPrice: product.priceMinor, currency, steps }).map(({ from, each }) => ({
      from,
      each: toDecimal(each, currency),
    })),
  }
}

/** How the payment of an order stands, for its buyer. */
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
  const { id, status, currency, productId, productName, disputed, organizationId } = row
  return {
    id,
    status,
    totalAmount: toDecimal(row.totalMinor, row.currency),
    refundedAmount: toDecimal(row.refundedMinor - surplusReturnedOf(row), row.currency),
    surplusReturnedAmount: toDecimal(surplusReturnedOf(row), row.currency),
    currency,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    programName: productName,
    items: [
      { productId, name: productName, quantity: row.seats, price: toDecimal(row.totalMinor, row.currency) },
    ],
    customer:
      buyer === null ? null : { firstName: buyer.firstName, lastName: buyer.lastName, email: buyer.email },
    disputed,
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

/** How an order is paid by bank transfer, with what is open in minor units. */
type TransferShown = Omit<NonNullable<OrderDetail['bankTransfer']>, 'open'> & {
  open: { amount: number; currency: string }
}

/** The same for the order's own page, from its fold. */
export function orderDetail(
  { order, confirmedAt }: Loaded,
  row: OrderSummary,
  buyer: Buyer | null,
  bankVerification: OrderDetail['bankVerification'],
  cohort: OrderDetail['cohort'],
  transfer: TransferShown | null,
): OrderDetail {
  return {
    bankVerification,
    cohort,
    bankTransfer: transfer && {
      ...transfer,
      open: toDecimal(transfer.open.amount, transfer.open.currency),
    },
    ...orderView(row, buyer, standingOf(order)),
    answers: order.placed?.answers ?? {},
    termsVersion: order.placed?.termsVersion ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
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
    openAmount: toDecimal(mayBePaid ? openAmount(order) : 0, placed.currency),
    dueAt: due?.dueAt ?? null,
    seatsReady: placeClaim(order) === 'paid',
  }
}

function notesOf(order: Order): OrderDetail['notes'] {
  const issued = Object.values(order.creditNotes).sort(inOrderOfIssue)
  return issued.flatMap((credit) => {
    const withdrawal = order.debitNotes[credit.refundId]
    const notes: OrderDetail['notes'] = [
      {
        kind: 'credit-note',
        number: creditNoteName(credit),
        amount: toDecimal(credit.amount, credit.currency),
      },
    ]
    if (withdrawal !== undefined) {
      const { amount, currency } = withdrawal
      notes.push({
        kind: 'debit-note',
        number: debitNoteName(withdrawal),
        amount: toDecimal(amount, currency),
      })
    }
    return notes
  })
}
