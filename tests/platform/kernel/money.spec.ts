import { describe, expect, test } from 'vitest'
import { decimalsOf, fromDecimal, price, stepOf, toDecimal } from '#platform/kernel/money.ts'

describe('amounts of a currency', () => {
  test('given minor units, when they are written as JSON carries them, then they have the places of their currency', () => {
    expect(toDecimal(250_000, 'usd')).toBe('2500.00')
    expect(toDecimal(-305, 'USD')).toBe('-3.05')
    expect(toDecimal(7, 'eur')).toBe('0.07')
    expect(toDecimal(2_500, 'jpy')).toBe('2500')
    expect(toDecimal(0, 'krw')).toBe('0')
    expect(toDecimal(2_500, 'kwd')).toBe('2.500')
    expect(toDecimal(-70, 'bhd')).toBe('-0.070')
    expect(() => toDecimal(0.5, 'usd')).toThrow(RangeError)
  })

  test('given amounts as decimals, when they are turned into minor units and back, then nothing is lost', () => {
    const amounts: Record<string, string[]> = {
      usd: ['0.00', '0.07', '19.99', '2500.00', '-3.05', '1234567890.10'],
      jpy: ['0', '5', '-2500', '1234567890'],
      jod: ['0.000', '0.010', '-19.990', '1234567890.120'],
    }
    for (const [currency, decimals] of Object.entries(amounts)) {
      for (const decimal of decimals)
        expect(toDecimal(fromDecimal(decimal, currency), currency)).toBe(decimal)
    }
    expect(fromDecimal('5', 'jpy')).toBe(5)
    expect(fromDecimal('5', 'usd')).toBe(500)
    expect(fromDecimal('5', 'kwd')).toBe(5_000)
  })

  test('given more places than the currency has, or no number, then it is refused', () => {
    const wrong = [
      ['5.00', 'jpy'],
      ['5.0', 'krw'],
      ['12.345', 'usd'],
      ['1.2345', 'kwd'],
      ['', 'usd'],
      ['1e3', 'usd'],
      ['1,250', 'usd'],
    ] as const
    for (const [text, currency] of wrong) expect(() => fromDecimal(text, currency), text).toThrow(RangeError)
  })

  test("given the currencies that Stripe's documentation names, then they have its decimals, also where Intl has others", () => {
    for (const code of 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
      expect(decimalsOf(code), code).toBe(0)
    for (const code of 'bhd jod kwd omr tnd'.split(' ')) expect(decimalsOf(code), code).toBe(3)
    // Sent in hundredths although they have none; HUF and TWD are whole in payouts only.
    for (const code of ['isk', 'ugx', 'huf', 'twd', 'usd', 'EUR']) expect(decimalsOf(code), code).toBe(2)
    expect(['usd', 'jpy', 'kwd', 'isk', 'ugx'].map(stepOf)).toEqual([1, 1, 10, 100, 100])
  })

  test('given minor units, when they are written for people, then none is a hundred times too small', () => {
    expect(price(250_000, 'usd')).toBe('$2,500.00')
    expect(price(250_000, 'eur')).toBe('€2,500.00')
    expect(price(250_000, 'jpy')).toBe('¥250,000')
    expect(price(-2_500, 'krw')).toBe('-₩2,500')
    expect(price(250_000, 'kwd')).toBe('KWD\u00a0250.000')
    expect(price(500, 'ugx')).toBe('UGX\u00a05.00')
  })
})
