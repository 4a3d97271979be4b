import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import { appMark, metadataKeys, orderIdOf, type StripeIntent } from '../../domain/facts.ts'
import type { LostOrder } from '../../domain/lost-order.ts'
import type { Order } from '../../domain/order.ts'
import { seatsOf } from '../../domain/order-lines.ts'

/**
 * The metadata of an order's payment at Stripe, from which the order can be recorded again when the database has lost
 * it: ids only, and an HMAC under a key that is not in the database, so that no other installation can forge it.
 */
export class OrderSignatures {
  readonly #keys: DerivedKey

  constructor(keys: Keys) {
    this.#keys = keys.derive('orders at Stripe')
  }

  /** The metadata for a new payment of the order. @throws Error for an order that is not placed. */
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
      [metadataKeys.signature]: signatureOf(this.#keys[0], {
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

  /** The order that the payment's metadata describes; null without a valid signature. */
  read({ metadata, amount: total, currency: code }: StripeIntent): LostOrder | null {
    const orderId = orderIdOf(metadata)
    const buyerId = metadata?.[metadataKeys.buyerId]
    const productId = metadata?.[metadataKeys.productId]
    const signature = metadata?.[metadataKeys.signature]
    if (orderId === null || buyerId === undefined || productId === undefined || signature === undefined)
      return null
    const currency = code.toLowerCase()
    const termsVersion = metadata?.[metadataKeys.terms] ?? null
    const organizationId = metadata?.[metadataKeys.organizationId] ?? null
    const seats = organizationId === null ? 1 : Number(metadata?.[metadataKeys.seats])
    const order = { orderId, buyerId, organizationId, productId, seats, total, currency, termsVersion }
    const given = Buffer.from(signature)
    const isValid = this.#keys.some((key) => {
      const expected = Buffer.from(signatureOf(key, order))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return isValid ? order : null
  }
}

function signatureOf(
  key: Buffer,
  { orderId, buyerId, organizationId, productId, seats, total, currency, termsVersion }: LostOrder,
): string {
  const company = organizationId === null ? [] : [organizationId, seats]
  const text = JSON.stringify([orderId, buyerId, productId, total, currency, termsVersion, ...company])
  return createHmac('sha256', key).update(text).digest('base64url')
}
