import { Keys } from '#platform/kernel/keys.ts'
import { newOrder } from '../../../src/modules/commerce/domain/order.ts'
import { OrderSignatures } from '../../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { placedAs } from './placed.ts'
import { productId, type Shop } from './shop.ts'

/** A payment that this site asked for, of an order that the database has forgotten; `method` pays it at once. */
export async function lostOrder(shop: Shop, buyerId: string, method?: string) {
  const orderId = crypto.randomUUID()
  const signatures = new OrderSignatures(shop.site.container.get(Keys))
  const metadata = signatures.metadataOf({ ...newOrder(orderId), placed: placedAs({ buyerId, productId }) })
  const paying = method === undefined ? {} : { payment_method: method, confirm: true, return_url: shop.url }
  const input = { amount: 250_000, currency: 'usd', metadata, ...paying }
  const { id: intentId } = await shop.stripe.paymentIntents.create(input)
  return { orderId, intentId, buyerId }
}
