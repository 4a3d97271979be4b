import { describe, expect, test } from 'vitest'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { newOrder } from '../../../../src/modules/commerce/domain/order.ts'
import { OrderSignatures } from '../../../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { placedAs } from '../../support/placed.ts'

const signatures = new OrderSignatures(new DerivedKeys('a secret of at least thirty-two characters'))
const order = (termsVersion: string | null) => ({
  ...newOrder('0b0e8f6a-6f57-4c3b-9a40-0c9a5f2f7d11'),
  placed: placedAs({ termsVersion }),
})
const intentWith = (metadata: Record<string, string>, amount = 250_000, currency = 'usd') => ({
  id: 'pi_1',
  status: 'succeeded',
  amount,
  amount_received: amount,
  currency,
  latest_charge: null,
  last_payment_error: null,
  metadata,
})

describe('the signature of an order on its payment', () => {
  test('given an order, when its payment is read, then the order can be recorded again from it, with and without terms', () => {
    for (const termsVersion of ['2026-11', null]) {
      const { id: orderId, placed } = order(termsVersion)
      const { buyerId, productId, total, currency } = placed
      expect(signatures.read(intentWith(signatures.metadataOf(order(termsVersion))))).toEqual({
        orderId,
        buyerId,
        organizationId: null,
        productId,
        seats: 1,
        total,
        currency,
        termsVersion,
      })
    }
  })

  test('given a payment on which anything was changed, or that another installation made, then its signature does not hold', () => {
    const metadata = signatures.metadataOf(order('2026-11'))
    for (const key of ['order_id', 'buyer_id', 'product_id', 'terms_version', 'seal']) {
      expect(signatures.read(intentWith({ ...metadata, [key]: 'another' })), key).toBeNull()
      const { [key]: _, ...without } = metadata
      expect(signatures.read(intentWith(without)), `no ${key}`).toBeNull()
    }
    expect(signatures.read(intentWith({ ...metadata, app: 'another' }))).toBeNull()
    expect(signatures.read(intentWith(metadata, 1))).toBeNull()
    expect(signatures.read(intentWith(metadata, 250_000, 'eur'))).toBeNull()
    const others = new OrderSignatures(new DerivedKeys('another secret of thirty-two characters and more'))
    expect(others.read(intentWith(metadata))).toBeNull()
  })

  test('given the metadata of a payment, then Stripe takes it and it names nobody', () => {
    const metadata = signatures.metadataOf(order('2026-11'))
    for (const [key, value] of Object.entries(metadata)) {
      expect(key.length).toBeLessThanOrEqual(40)
      expect(value.length).toBeLessThanOrEqual(500)
    }
    expect(Object.keys(metadata).sort()).toEqual([
      'app',
      'buyer_id',
      'order_id',
      'product_id',
      'seal',
      'terms_version',
    ])
  })
})
