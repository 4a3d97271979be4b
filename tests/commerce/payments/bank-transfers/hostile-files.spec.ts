import { describe, expect, test } from 'vitest'
import { amountOf } from '../../../../src/modules/commerce/payments/bank-transfers/csv-values.ts'
import { parseXml } from '../../../../src/modules/commerce/payments/bank-transfers/xml.ts'

describe('an amount of a table', () => {
  test('given three digits behind the only mark, when they may as well be thousands, then it is refused and not read as a thousandth', () => {
    for (const text of ['1,000', '2,500', '1,230', '-12,500', '999,000', '€1,000', '+1,000'])
      expect(amountOf(text, ',', 'eur'), text).toBeNull()
    for (const text of ['1.000', '2.500', '-12.500']) expect(amountOf(text, '.', 'usd'), text).toBeNull()
  })

  test('given what can be read in one way only, when it is read, then it is that amount', () => {
    const read = (text: string, decimal: ',' | '.', currency = 'eur') => amountOf(text, decimal, currency)
    expect(read('1,000', '.')).toBe(100_000)
    expect(read('1.000', ',')).toBe(100_000)
    expect(read('1.234,560', ',')).toBe(123_456)
    expect(read('-1 234,56', ',')).toBe(-123_456)
    expect(read('0,500', ',')).toBe(50)
    expect(read('1000,000', ',')).toBe(100_000)
    expect(read('100,0000', ',')).toBe(10_000)
    expect(read('1,234', ',', 'kwd')).toBe(1_234)
  })
})

describe('a statement in XML', () => {
  test.each(['<!--', '<![CDATA['])(
    'given twenty times as many attributes with %s that never ends, when it is read, then it takes no four hundred times as long',
    (begin) => {
      const tookMs = (count: number): number => {
        const file = Buffer.from(`<r>${`<a b="${begin}"/>`.repeat(count)}</r>`)
        const started = performance.now()
        expect(parseXml(file).children).toHaveLength(count)
        return performance.now() - started
      }
      tookMs(2_000)
      const few = Math.max(5, tookMs(2_000))
      expect(tookMs(40_000) / few).toBeLessThan(120)
    },
  )

  test('given unknown entities beside comments and CDATA, when it is read, then only those in text and attributes are refused', () => {
    const text = (inner: string) => parseXml(Buffer.from(`<r>${inner}</r>`)).text
    expect(text('<!-- &copy; -->a&amp;b<![CDATA[&copy;]]>')).toBe('a&b&copy;')
    expect(() => text('a<!-- x -->&copy;')).toThrow('&copy')
    expect(() => text('<![CDATA[x]]>&copy;')).toThrow('&copy')
    expect(() => parseXml(Buffer.from('<r a="<!--"/>&copy;'))).toThrow()
    expect(() => parseXml(Buffer.from('<r><a b="<!--"/>&copy;</r>'))).toThrow('&copy')
    expect(() => parseXml(Buffer.from('<r><a b="<!--"/>&copy;<!-- x --></r>'))).toThrow('&copy')
  })
})
