import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { printedInvoice } from '../domain/document-names.ts'
import { nextDue } from '../domain/dues.ts'
import { seatsOf } from '../domain/order-lines.ts'
import { covered, openAmount } from '../domain/payments.ts'
import { isOpen, statusOf } from '../domain/status.ts'
import type { Loaded } from '../orders/loaded.ts'
import { askedId } from '../orders/made-ids.ts'
import { orderNotFound } from '../orders/order-lists.ts'
import { forBuyers } from '../payments/stripe/provider-errors.ts'
import type { StripeAccount } from '../payments/stripe/stripe.ts'
import { preparingMs, withTimeLimit } from '../payments/stripe/time-limit.ts'
import type { CompanyOrders } from './company-orders.ts'
import type { CompanyPayments } from './company-payments.ts'
import { type CompanyOrderView, payCompanyOrder, placeCompanyOrder } from './contract-company.ts'

/** Orders of organizations. */
export function mountCompanyRoutes(
  api: ApiRouter,
  parts: {
    companyOrders: CompanyOrders
    companyPayments: CompanyPayments
    stripe: StripeAccount
    clock: Clock
  },
): void {
  const { companyOrders, companyPayments, stripe, clock } = parts

  api.serve(placeCompanyOrder, async ({ body }, { actor, requestId }) => {
    const { reference, ...rest } = body
    const orderId = askedId('company-order', actor.userId, body.orderId)
    const request = { ...rest, orderId, reference: reference === '' ? null : reference }
    return {
      order: companyOrderView(await companyOrders.place({ actor, requestId }, actor.userId, request)),
    }
  })

  api.serve(payCompanyOrder, async ({ params }, { actor, requestId }) => {
    const { loaded, intent } = await forBuyers(
      withTimeLimit(clock, preparingMs, companyPayments.prepare(actor, requestId, params.id)),
    )
    return {
      publishableKey: stripe.publishableKey,
      paymentIntent: intent,
      order: companyOrderView(loaded),
    }
  })
}

/** @throws AppError not-found for an order of a person */
export function companyOrderView({ order }: Loaded): CompanyOrderView {
  const { placed, id } = order
  if (placed === null || placed.organizationId === null) throw orderNotFound()
  const { organizationId, currency, productName: programName, total, lines } = placed
  const status = statusOf(order)
  const mayBePaid = isOpen(status) && order.cancelled === null
  const due = mayBePaid ? nextDue(order, covered(order)) : null
  return {
    id,
    organizationId,
    status,
    programName,
    seats: seatsOf(lines),
    totalAmount: total,
    openAmount: mayBePaid ? openAmount(order) : 0,
    currency,
    dueAt: due?.dueAt ?? null,
    invoiceNumber: printedInvoice(order.invoice),
  }
}
