import { type QueryClient, useQuery } from '@tanstack/react-query'
import type {
  checkoutSuccess as CheckoutSuccess,
  verifyPaymentIntent as VerifyPaymentIntent,
} from '#modules/commerce/checkout/contract.ts'
import type {
  createPaymentIntent as CreatePaymentIntent,
  getOrder as GetOrder,
  getProduct as GetProduct,
  listProducts as ListProducts,
} from '#modules/commerce/contract.ts'
import type {
  downloadInvoice as DownloadInvoice,
  downloadNote as DownloadNote,
  downloadReceipt as DownloadReceipt,
} from '#modules/commerce/invoices/contract.ts'
import { type AnswerOf, ApiFailure, call } from '../lib/call.ts'
import { fetchOrders, type Order, ordersFresh, ordersKey, ordersListKey } from '../lib/orders.ts'
import { orderAttribution } from '../site/leads/attribution.ts'
import type { DocumentAnswer, DocumentRequest } from './orders/document-messages.ts'
import type { PaymentReference } from './payment/last-payment.ts'
import { longestWait } from './payment/use-long-wait.ts'
import type { CertificationProfile } from './program/certification-profile.ts'
import type { ProductInfo } from './program/product.ts'

export type { Order }
/** An order with the details for its own page. */
export type OrderPage = AnswerOf<typeof GetOrder>['order']
export type Product = AnswerOf<typeof GetProduct>['product']

export const productType = 'certification_program'

async function fetchProgram(): Promise<Product> {
  let products: Product[]
  try {
    const answer = await call<typeof ListProducts>('GET', '/api/products/type/:type', {
      params: { type: productType },
    })
    products = answer.products
  } catch (failure) {
    throw new Error('Failed to fetch certification product', { cause: failure })
  }
  const [first] = products ?? []
  if (!first) throw new Error('No certification program found')
  if (first.active === false) throw new Error('Certification program unavailable')
  return first
}

/** The program: the first product of its type. Its error has a message for the visitor. */
export function useProgram() {
  return useQuery({
    queryKey: ['product', productType],
    queryFn: fetchProgram,
    staleTime: 5 * 60_000,
    retry: 1,
  })
}

/**
 * Requests the product again and compares it with the page's.
 * @throws Error with a message for the visitor if they differ, or if it cannot be sold or loaded
 */
export async function validateProduct(shown: ProductInfo): Promise<Product> {
  let product: Product
  try {
    const answer = await call<typeof GetProduct>('GET', '/api/products/:id', { params: { id: shown.id } })
    product = answer.product
  } catch (failure) {
    const unknown = failure instanceof ApiFailure && failure.status === 404
    throw new Error(unknown ? 'Product not found in system' : 'Unable to validate product information', {
      cause: failure,
    })
  }
  if (product?.stripeProductId !== shown.stripeProductId) throw new Error('Product Stripe ID mismatch')
  if (product.active === false) throw new Error('Certification program unavailable')
  return product
}

export interface IntentRequest {
  productId: string
  userEmail: string
  answers: CertificationProfile | null
  termsVersion?: string | undefined
  /** Buy although a completed order exists. */
  confirmAgain: boolean
  /** If absent, the code of the open order stays; '' removes it. */
  couponCode?: string
}

/** The requested date: `cohortId` if the visitor chose it, to which an open order moves; `preferredCohortId` if it was only preselected. */
export interface RequestedDate {
  cohortId?: string
  preferredCohortId?: string
  offer?: string
}

/** Places the order or resumes the open one. The server decides the price. */
export function createPaymentIntent(
  { productId, userEmail, answers, termsVersion, confirmAgain, couponCode }: IntentRequest,
  date: RequestedDate,
) {
  return call<typeof CreatePaymentIntent>('POST', '/api/checkout/create-payment-intent', {
    // The server answers much earlier; this is for a dead connection.
    signal: AbortSignal.timeout(longestWait),
    body: {
      items: [{ productId, quantity: 1 }],
      metadata: {
        source: 'embedded_payment_page',
        userEmail,
        productType,
        ...(answers ? { answers: { ...answers } } : {}),
        ...(termsVersion ? { termsVersion } : {}),
        ...(confirmAgain ? { confirmAgain } : {}),
        ...(couponCode === undefined ? {} : { couponCode }),
        ...date,
        ...orderAttribution(),
      },
    },
  })
}

export type Intent = Awaited<ReturnType<typeof createPaymentIntent>>

/**
 * The order of a payment, with its status if it is the caller's order; undefined if there is none.
 * @throws Error with the server's message if it answers that the verification failed
 */
export async function findOrder(
  reference: PaymentReference,
): Promise<{ id: string; status?: string | undefined } | undefined> {
  const answer =
    reference.kind === 'session'
      ? await call<typeof CheckoutSuccess>('GET', '/api/checkout/success/:sessionId', {
          params: { sessionId: reference.id },
        })
      : await call<typeof VerifyPaymentIntent>('GET', '/api/checkout/verify-payment-intent/:id', {
          params: { id: reference.id },
        })
  const { success, error } = (answer ?? {}) as { success?: boolean; error?: string }
  if (success === false) throw new Error(error || 'Payment verification failed')
  return answer?.order?.id ? answer.order : undefined
}

/** The customer's orders, newest first; cached for two minutes. */
export function useOrders({ enabled = true } = {}) {
  return useQuery({
    queryKey: ordersListKey,
    queryFn: fetchOrders,
    staleTime: ordersFresh,
    enabled,
  })
}

export function orderKey(id: string) {
  return [...ordersKey, 'one', id] as const
}

export async function fetchOrder(id: string): Promise<OrderPage> {
  const { order } = await call<typeof GetOrder>('GET', '/api/orders/:id', { params: { id } })
  // Fields that a server of the previous release does not send have defaults, so that the page works during a deployment.
  return { ...defaults, ...order }
}

const defaults = {
  items: [],
  answers: {},
  termsVersion: null,
  confirmedAt: null,
  payable: false,
  failureCode: null,
  bankVerification: null,
  dispute: null,
  cohort: null,
  notes: [],
}

/** Invalidates the cached orders, such as after a payment. */
export function forgetOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ordersKey })
}

/**
 * Requests a document. A refusal is returned as an answer.
 * @throws ApiFailure if the server cannot be reached
 */
export async function requestDocument(orderId: string, wanted: DocumentRequest): Promise<DocumentAnswer> {
  try {
    const params = { id: orderId }
    if ('number' in wanted) {
      return await call<typeof DownloadNote>('GET', '/api/orders/:id/download-note/:number', {
        params: { ...params, number: wanted.number },
      })
    }
    return wanted.kind === 'invoice'
      ? await call<typeof DownloadInvoice>('GET', '/api/orders/:id/download-invoice', { params })
      : await call<typeof DownloadReceipt>('GET', '/api/orders/:id/download-receipt-only', { params })
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.offline) throw failure
    return { ...(failure.extra as DocumentAnswer), success: false, code: failure.code }
  }
}
