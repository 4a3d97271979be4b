import type { Organizations } from '#modules/identity/index.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Checkout } from './checkout/checkout.ts'
import type { OrderCohorts } from './checkout/order-cohorts.ts'
import type { Returns } from './checkout/returns.ts'
import {
  askForMoneyBack,
  chooseCohort,
  createPaymentIntent,
  getOrder,
  getProduct,
  listOrders,
  listOrganizationOrders,
  listProducts,
  stripeWebhook,
} from './contract.ts'
import { discountsOf } from './domain/order-discounts.ts'
import { statusOf } from './domain/status.ts'
import type { InvoiceDetailsOfOrders } from './invoices/invoice-details.ts'
import type { Inbox } from './orders/inbox.ts'
import type { OrderLists } from './orders/order-lists.ts'
import type { Products } from './orders/products.ts'
import { orderDetail, orderView, productView } from './orders/views.ts'
import type { TransferInstructions } from './payments/bank-transfers/transfer-instructions.ts'
import { forBuyers } from './payments/stripe/provider-errors.ts'
import type { StripeAccount } from './payments/stripe/stripe.ts'
import { preparingMs, withTimeLimit } from './payments/stripe/time-limit.ts'
import type { Prices } from './pricing/prices.ts'

export interface CommerceParts {
  products: Products
  prices: Prices
  checkout: Checkout
  returns: Returns
  cohorts: OrderCohorts
  lists: OrderLists
  organizations: Organizations
  details: InvoiceDetailsOfOrders
  instructions: TransferInstructions
  inbox: Inbox
  stripe: StripeAccount
  clock: Clock
}

export function mountCommerceRoutes(api: ApiRouter, parts: CommerceParts): void {
  const { products, prices, checkout, returns, cohorts, lists, organizations } = parts
  const { details, instructions, inbox, stripe, clock } = parts
  const detail = async (buyerId: string, orderId: string) => {
    const { loaded, row, buyer } = await lists.ofBuyerById(buyerId, orderId)
    const [verification, cohort, transfer] = await Promise.all([
      returns.bankVerification(loaded.order),
      cohorts.view(orderId),
      instructions.of(loaded.order),
    ])
    const bankTransfer = transfer && { ...transfer, open: transfer.open.amount }
    return orderDetail(loaded, row, buyer, verification, cohort, bankTransfer)
  }

  api.serve(listProducts, async ({ params }) => {
    const steps = await prices.steps()
    return {
      products: (await products.ofType(params.type)).map((product) => productView(product, steps)),
    }
  })

  api.serve(getProduct, async ({ params }) => ({
    product: productView(await products.get(params.id), await prices.steps()),
  }))

  api.serve(createPaymentIntent, async ({ body }, call) => {
    const [item] = body.items
    const { answers = {}, termsVersion = null, confirmAgain = false } = body.metadata ?? {}
    const { cohortId = null, preferredCohortId = null, offer = null, couponCode = null } = body.metadata ?? {}
    const dates = { cohortId, preferredCohortId, offer, couponCode, visit: body.metadata?.attribution }
    const input = { productId: item?.productId ?? '', answers, termsVersion, confirmAgain, ...dates }
    const { loaded, buyer, intent, resumed } = await forBuyers(
      withTimeLimit(clock, preparingMs, checkout.prepare(call.actor, call.requestId, input)),
    )
    const { order } = loaded
    const { total = 0, currency = '' } = order.placed ?? {}
    const discounts = discountsOf(order)
    const reasons = await prices.wordsOf(discounts)
    return {
      publishableKey: stripe.publishableKey,
      paymentIntent: intent,
      order: {
        id: order.id,
        status: statusOf(order),
        totalAmount: total,
        currency,
        discounts: discounts.map(({ amount }, at) => ({ reason: reasons[at] ?? '', amount })),
      },
      resumed,
      // A new order has of its buyer what the account says, and a place only in a cohort that was asked for.
      invoiceDetails: await details.state(order.id, resumed ? undefined : buyer),
      cohort: resumed || (cohortId ?? preferredCohortId) !== null ? await cohorts.view(order.id) : null,
    }
  })

  api.serve(listOrders, async (_, call) => ({
    orders: (await lists.ofBuyer(call.actor.userId)).map(({ row, buyer, standing }) =>
      orderView(row, buyer, standing),
    ),
  }))

  api.serve(listOrganizationOrders, async ({ params }, call) => {
    await organizations.assertManages(call.actor.userId, params.id)
    const orders = await lists.ofOrganization(params.id)
    return { orders: orders.map(({ row, buyer, standing }) => orderView(row, buyer, standing)) }
  })

  api.serve(getOrder, async ({ params }, call) => ({ order: await detail(call.actor.userId, params.id) }))

  api.serve(chooseCohort, async ({ params, body }, call) => {
    await cohorts.choose(call.actor.userId, params.id, body.cohortId, body.offer ?? null)
    return { order: await detail(call.actor.userId, params.id) }
  })

  api.serve(askForMoneyBack, async ({ params }, call) => {
    await cohorts.askForMoneyBack(call.actor.userId, params.id)
    return { order: await detail(call.actor.userId, params.id) }
  })

  api.serve(stripeWebhook, async (input, call) => {
    const raw: unknown = input.body
    if (!Buffer.isBuffer(raw) || raw.length === 0) {
      throw new AppError('invalid', 'INVALID_EVENT', 'body: empty')
    }
    await inbox.receive(raw, call.header('stripe-signature') ?? '')
    return { received: true as const }
  })
}
