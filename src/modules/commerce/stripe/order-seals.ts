import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import { appMark, metadataKeys, orderIdOf, type StripeIntent } from '../domain/facts.ts'
import type { LostOrder } from '../domain/lost-order.ts'
import type { Order } from '../domain/order.ts'
import { seatsOf } from '../domain/order-lines.ts'

/**
 * What an order's payment carries at Stripe, so that the order can be told again when the database has lost it: ids
 * only, and a seal under a key that is not in the database. Nobody else can write it, another installation neither.
 */
export class OrderSeals {
  readonly #keys: DerivedKey

  constructor(keys: Keys) {
    this.#keys = keys.derive('orders at Stripe')
  }

  /** @throws Error for an order that is not placed. */
  metadataOf({ id: orderId, placed }: Order): Record<string, string> {
    if (placed === null) throw new Error(`Order ${orderId} is paid for before it is placed`)
    const { buyerId, organizationId, lines, productId, total, currency, termsVersion } = placed
    const seats = seatsOf(lines)
    return {
      [metadataKeys.app]: appMark,
      [metadataKeys.orderId]: orderId,
      [metadataKeys.buyerId]: buyerId,
      [metadataKeys.productId]: productId,
      ...(organizationId === null
        ? {}
        : { [metadataKeys.organizationId]: organizationId, [metadataKeys.seats]: String(seats) }),
      ...(termsVersion === null ? {} : { [metadataKeys.terms]: termsVersion }),
      [metadataKeys.seal]: sealOf(this.#keys[0], {
        orderId,
        buyerId,
        organizationId,
        productId,
        seats,
        total,
        currency,
        termsVersion,
      }),
    }
  }

  /** The order as its payment tells it; null when the seal does not hold. */
  read({ metadata, amount: total, currency: code }: StripeIntent): LostOrder | null {
    const orderId = orderIdOf(metadata)
    const { buyerId, productId, terms, seal } = metadataKeys
    const told = [metadata?.[buyerId], metadata?.[productId], metadata?.[seal]] as const
    const [buyer, product, sealed] = told
    if (orderId === null || buyer === undefined || product === undefined || sealed === undefined) return null
    const currency = code.toLowerCase()
    const termsVersion = metadata?.[terms] ?? null
    const organizationId = metadata?.[metadataKeys.organizationId] ?? null
    const seats = organizationId === null ? 1 : Number(metadata?.[metadataKeys.seats])
    const of = { orderId, buyerId: buyer, organizationId, productId: product }
    const lost = { ...of, seats, total, currency, termsVersion }
    const is = Buffer.from(sealed)
    const holds = this.#keys.some((key) => {
      const should = Buffer.from(sealOf(key, lost))
      return is.length === should.length && timingSafeEqual(is, should)
    })
    return holds ? lost : null
  }
}

function sealOf(
  key: Buffer,
  { orderId, buyerId, organizationId, productId, seats, total, currency, termsVersion }: LostOrder,
): string {
  // The seal of a person's order is the one that releases made which knew no other orders.
  const company = organizationId === null ? [] : [organizationId, seats]
  const text = JSON.stringify([orderId, buyerId, productId, total, currency, termsVersion, ...company])
  return createHmac('sha256', key).update(text).digest('base64url')
}
