import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  intentParameters,
  statementSuffix,
} from '../../../../src/modules/commerce/payments/stripe/intent-parameters.ts'

const placed = {
  buyerId: 'buyer-1',
  productId: 'product-1',
  productName: 'Authentic Leader Certification',
  total: 250_000,
  currency: 'usd',
}
const offer = { brandName: 'Veralead', paymentMethodConfiguration: undefined }

describe('what a payment intent is made with', () => {
  test('given an order, then statement and dashboard name brand and program, and nothing about its buyer', () => {
    const asked = intentParameters(250_000, placed, { order_id: 'o' }, offer)
    expect(asked).toEqual({
      amount: 250_000,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
      payment_method_options: { us_bank_account: { verification_method: 'instant' } },
      description: 'Veralead: Authentic Leader Certification',
      statement_descriptor_suffix: 'AUTHENTIC',
      metadata: { order_id: 'o' },
    })
  })

  test('given another currency than dollars, then nothing is said of US bank accounts', () => {
    expect(intentParameters(250_000, { ...placed, currency: 'eur' }, {}, offer)).not.toHaveProperty(
      'payment_method_options',
    )
  })

  test('given a payment method configuration, then it decides which methods are offered', () => {
    const asked = intentParameters(250_000, placed, {}, { ...offer, paymentMethodConfiguration: 'pmc_1' })
    expect(asked).toMatchObject({
      payment_method_configuration: 'pmc_1',
      automatic_payment_methods: { enabled: true },
    })
  })

  test('given names that are long, accented or of another script, then the suffix is what fits', () => {
    expect(statementSuffix('Führung für alle')).toBe('FUHRUNG')
    expect(statementSuffix('Certification')).toBe('CERTIFICAT')
    expect(statementSuffix('A "quoted" <b>*name*')).toBe('A QUOTED')
    expect(statementSuffix('2026')).toBeUndefined()
    expect(statementSuffix('認定')).toBeUndefined()
  })

  test('given any name, then the suffix keeps Stripe’s rules behind a prefix of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const suffix = statementSuffix(name)
        if (suffix === undefined) return
        expect(`PREFIX7890* ${suffix}`.length).toBeLessThanOrEqual(22)
        expect(suffix).toMatch(/^[\x20-\x7e]+$/)
        expect(suffix).toMatch(/[A-Z]/)
        expect(suffix).not.toMatch(/[<>\\'"*]/)
        expect(suffix).toBe(suffix.trim())
      }),
    )
  })

  test('given a very long name, then the description keeps within Stripe’s limit', () => {
    const { description } = intentParameters(
      250_000,
      { ...placed, productName: 'x'.repeat(2_000) },
      {},
      offer,
    )
    expect(description?.length).toBeLessThanOrEqual(1_000)
  })
})
