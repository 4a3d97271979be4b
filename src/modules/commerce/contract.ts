import { z } from 'zod'
import { Attribution } from '#platform/contract/attribution.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'
import { disputeStandings } from './domain/disputes.ts'
import { orderStatuses } from './domain/status.ts'
import { InvoiceDetailsState } from './invoices/contract-invoice-details.ts'

/** Option ids and versions: never free text, because they end in a log that cannot forget. */
export const Slug = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a short id of letters, digits, dots and dashes')

export const ProductView = priced(
  z.object({
    id: z.uuid(),
    stripeProductId: z.string(),
    name: z.string(),
    description: z.string(),
    price: Amount,
    currency: z.string(),
    active: z.boolean(),
    /** What a seat costs where several are bought at once, lowest number first; empty without volume steps. */
    seatPrices: z.array(z.object({ from: z.number().int(), each: Amount })),
  }),
)
export type ProductView = z.output<typeof ProductView>

/** The fields of an order that every list and page of it has. */
export const OrderFields = z.object({
  id: z.uuid(),
  status: z.enum(orderStatuses),
  totalAmount: Amount,
  /** What was refunded of the order, on its way or there. Money received beyond the total is not among it. */
  refundedAmount: Amount,
  /** What went back of money received beyond the total: a payment too many. Invoice and enrollment stay. */
  surplusReturnedAmount: Amount,
  currency: z.string(),
  createdAt: Moment,
  updatedAt: Moment,
  /** The programme's name when the order was placed. */
  programName: z.string(),
  items: z.array(
    z.object({ productId: z.uuid(), name: z.string(), quantity: z.int().positive(), price: Amount }),
  ),
  /** The buyer as of the order; null once erased. */
  customer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  disputed: z.boolean(),
  /** The state of a dispute; null when the payment is not disputed, or not any more. */
  dispute: z.enum(disputeStandings).nullable(),
  /** True while the buyer has the place that this order paid for. */
  holdsPlace: z.boolean(),
  /** True while the buyer may still pay; false too while money that came is being looked at. */
  payable: z.boolean(),
  /** Why the last try to pay this open order failed, in Stripe's codes; null when none has. */
  failureCode: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Who pays, when a company buys; its seats are then handed out, and the buyer has none. */
  organizationId: z.string().nullable(),
})
export const OrderView = priced(OrderFields)
export type OrderView = z.output<typeof OrderView>

/** The cohort that an order chose, and its place there. */
export const OrderCohort = z.object({
  cohortId: z.uuid(),
  /** The first and the last day, of the time zone. */
  startsOn: z.string(),
  endsOn: z.string(),
  timeZone: z.string(),
  /** `none` after the hold has ended, when no place was left for a payment that came late, or the cohort is cancelled. */
  place: z.enum(['held', 'taken', 'none']),
  /** Of a place that is held; null while the payment is under way. */
  heldUntil: Moment.nullable(),
  cancelled: z.boolean(),
  /** The buyer, who has paid and has no place, asked for the money back. */
  refundAsked: z.boolean(),
})
export type OrderCohort = z.output<typeof OrderCohort>

/** One order as its own page shows it: also what was said before it, and the state of its payment. */
export const OrderDetail = priced(
  OrderFields.extend({
    /** Questionnaire answers, question id to option id. */
    answers: z.record(z.string(), z.string()),
    /** The version of the terms that the buyer accepted. */
    termsVersion: z.string().nullable(),
    /** When the payment was confirmed; null before. A bank debit takes days. */
    confirmedAt: Moment.nullable(),
    /** The same, and also the outcome of a dispute that is over; null when there was none. */
    dispute: z.enum(disputeStandings).nullable(),
    /** Set while the payment waits until the buyer has confirmed deposits to their bank account, which takes days. */
    bankVerification: z
      .object({
        /** The page at the provider that confirms them; null when the provider did not give it just now. */
        url: z.url().nullable(),
      })
      .nullable(),
    /** How the rest of an order with an invoice is paid by bank transfer; null when nothing is, or no account is set. */
    bankTransfer: z
      .object({
        /** The account, line by line. */
        rows: z.array(z.object({ label: z.string(), value: z.string() })),
        /** What the payer writes, in groups of four. */
        reference: z.string(),
        open: Amount,
        /** Until when the next part is to be paid. */
        dueAt: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** Null for an order that chose none. */
    cohort: OrderCohort.nullable(),
    /** Of an order that a company pays; null for one of a person. */
    company: z
      .object({
        seats: z.int(),
        /** What is still to be paid. */
        openAmount: Amount,
        /** Until when it is to be paid; null for an order by card, and once it is paid. */
        dueAt: z.iso.datetime().nullable(),
        /** The seats can be handed out: it is paid, or finance gave access before. */
        seatsReady: z.boolean(),
      })
      .nullable(),
    /** Credit notes, each followed by the debit note that withdraws it, if one does. */
    notes: z.array(
      priced(z.object({ kind: z.enum(['credit-note', 'debit-note']), number: z.string(), amount: Amount })),
    ),
  }),
)
export type OrderDetail = z.output<typeof OrderDetail>

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/products/type/:type',
  summary: 'Products of a type that can be bought',
  access: 'public',
  limit: { points: 600, seconds: 60 },
  params: z.object({ type: z.string().max(64) }),
  response: answer({ products: z.array(ProductView) }),
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/products/:id',
  summary: 'One product',
  access: 'public',
  limit: { points: 600, seconds: 60 },
  params: z.object({ id: z.string().max(64) }),
  response: answer({ product: ProductView }),
})

const Offer = z.string().max(500)

/** Unknown codes are counted by day for all calls that take one, so that codes cannot be guessed. */
export const guessedCodes = { perDay: 100, dayCounter: 'coupon codes', dayCounts: 'COUPON_UNKNOWN' }

/** A payment at Stripe that the browser confirms. */
export const PaymentToMake = priced(
  z.object({
    id: z.string(),
    clientSecret: z.string(),
    status: z.string(),
    amount: Amount,
    currency: z.string(),
  }),
)

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/checkout/create-payment-intent',
  summary: 'Place the order, or resume the open one, and prepare its payment',
  access: 'customer',
  limit: { points: 60, seconds: 60, ...guessedCodes },
  /** Not strict: a price or currency of the caller is ignored on purpose (M-308), and the answer says what is charged. */
  body: z.object({
    items: z
      .array(z.object({ productId: z.uuid(), quantity: z.literal(1, 'must be 1') }))
      .length(1, 'must hold exactly one product'),
    metadata: z
      .object({
        source: z.string().max(64).optional(),
        userEmail: z.string().max(254).optional(),
        productType: z.string().max(64).optional(),
        /** Questionnaire answers, question id to option id. */
        answers: z
          .record(Slug, Slug)
          .refine((answers) => Object.keys(answers).length <= 10, 'at most 10 answers')
          .optional(),
        termsVersion: Slug.optional(),
        /** Buy again although a completed order exists. */
        confirmAgain: z.boolean().optional(),
        /** The cohort in which a place is wanted, of `GET /api/cohorts`. An order may do without. */
        cohortId: z.uuid().optional(),
        /** The cohort of a new order that wants no other; an open order keeps its own. */
        preferredCohortId: z.uuid().optional(),
        /** The code of a coupon, as typed; '' removes the one that the open order has. */
        couponCode: z.string().max(40).optional(),
        /** The query of the mailed link by which a place in `cohortId` is kept. */
        offer: Offer.optional(),
        /** Where the visit came from; kept with a new order if the visitor agreed. */
        attribution: Attribution.optional(),
      })
      .optional(),
  }),
  response: answer({
    publishableKey: z.string(),
    /** Null for an order that costs nothing: it is complete already. */
    paymentIntent: PaymentToMake.nullable(),
    order: priced(
      z.object({
        id: z.uuid(),
        status: z.enum(orderStatuses),
        totalAmount: Amount,
        currency: z.string(),
        /** What the list price is reduced by, and why. */
        discounts: z.array(z.object({ reason: z.string(), amount: Amount })),
      }),
    ),
    /** True when an open payment of this buyer and product is continued. */
    resumed: z.boolean(),
    invoiceDetails: InvoiceDetailsState,
    /** Null for an order that chose none. */
    cohort: OrderCohort.nullable(),
  }),
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary: 'The orders of the signed-in customer, newest first',
  access: 'customer',
  response: answer({ orders: z.array(OrderView) }),
})

export const listOrganizationOrders = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/orders',
  summary: 'The orders of an organization that the caller manages, newest first',
  access: 'customer',
  params: z.object({ id: z.string().max(64) }),
  response: answer({ orders: z.array(OrderView) }),
})

export const orderParams = z.object({ id: z.string().max(64) })

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'One order of the signed-in customer',
  access: 'customer',
  params: orderParams,
  response: answer({ order: OrderDetail }),
})

const OrderAnswer = answer({ order: OrderDetail })

export const chooseCohort = endpoint({
  method: 'POST',
  path: '/api/orders/:id/cohort',
  summary: 'Choose the cohort of an order that has no place yet: held until it is paid, taken once it is',
  access: 'customer',
  limit: { points: 30, seconds: 60 },
  params: orderParams,
  body: z.object({ cohortId: z.uuid(), offer: Offer.optional() }),
  response: OrderAnswer,
})

export const askForMoneyBack = endpoint({
  method: 'POST',
  path: '/api/orders/:id/cohort/refund-request',
  summary: 'The buyer of a paid order without a place wants the money back; staff is shown that',
  access: 'customer',
  limit: { points: 30, seconds: 60 },
  params: orderParams,
  response: OrderAnswer,
})

export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  summary: 'Signed events of Stripe; 200 once stored',
  access: 'provider',
  bodyType: 'raw',
  bodyLimit: 1_000_000,
  response: z.object({ received: z.literal(true) }),
})
