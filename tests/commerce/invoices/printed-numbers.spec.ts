import { expect, test } from 'vitest'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { Documents } from '#platform/storage/documents.ts'
import { newOrder } from '../../../src/modules/commerce/domain/order.ts'
import { digestOf, PrintedNumbers } from '../../../src/modules/commerce/invoices/printed-numbers.ts'
import { placedAs, placedData } from '../support/placed.ts'

class Shelf extends Documents {
  readonly kept = new Map<string, Buffer>()
  override async put(key: string, bytes: Buffer): Promise<void> {
    this.kept.set(key, bytes)
  }
  override async get(key: string): Promise<Buffer | null> {
    return this.kept.get(key) ?? null
  }
  override async delete(key: string): Promise<void> {
    this.kept.delete(key)
  }
}
class BrokenShelf extends Shelf {
  override get(): Promise<never> {
    return Promise.reject(new Error('No such host'))
  }
}
class SilentShelf extends Shelf {
  override get(): Promise<never> {
    return new Promise(() => undefined)
  }
}
const clock = new OffsetClock()
const keys = new DerivedKeys('a secret of at least thirty-two characters')
const invoice = { kind: 'invoice', orderId: 'order-1', refundId: null } as const
const seven = { number: 7, year: null }
const note = { kind: 'credit-note', orderId: 'order-1', refundId: 're_1' } as const

test('given numbers that were printed, then each thing finds its own again and no other may have it', async () => {
  const shelf = new Shelf()
  const marks = new PrintedNumbers(shelf, keys, clock)
  await marks.mark(invoice, seven, null)
  await marks.mark(note, seven, null)
  expect(await marks.numberOf(invoice)).toEqual({ ...seven, pdfDigest: null })
  expect(await marks.numberOf({ ...invoice, orderId: 'order-2' })).toBeNull()
  expect(await marks.isHeldByAnother(invoice, seven)).toBe(false)
  expect(await marks.isHeldByAnother({ ...invoice, orderId: 'order-2' }, seven)).toBe(true)
  expect(await marks.isHeldByAnother({ ...note, refundId: 're_2' }, seven)).toBe(true)
  expect(await marks.isHeldByAnother(invoice, { number: 8, year: null })).toBe(false)
  const neighbour = new PrintedNumbers(
    shelf,
    new DerivedKeys('the secret of another one in the same bucket'),
    clock,
  )
  expect(await neighbour.isHeldByAnother({ ...invoice, orderId: 'order-2' }, seven)).toBe(false)
})

test('given numbers of a year, then they are distinguished from the same numbers of another year and of none', async () => {
  const marks = new PrintedNumbers(new Shelf(), keys, clock)
  await marks.mark(invoice, { number: 7, year: 2026 }, null)
  expect(await marks.numberOf(invoice)).toEqual({ number: 7, year: 2026, pdfDigest: null })
  const other = { ...invoice, orderId: 'order-2' }
  expect(await marks.isHeldByAnother(other, { number: 7, year: 2026 })).toBe(true)
  expect(await marks.isHeldByAnother(other, { number: 7, year: 2027 })).toBe(false)
  expect(await marks.isHeldByAnother(other, seven)).toBe(false)
})

test('given a document that was printed, then its digest is known again, and not when somebody wrote another one into the store', async () => {
  const shelf = new Shelf()
  const marks = new PrintedNumbers(shelf, keys, clock)
  const [printed, forged] = [Buffer.from('%PDF- printed'), Buffer.from('%PDF- forged')]
  await marks.mark(invoice, seven, digestOf(printed))
  expect(await marks.numberOf(invoice)).toEqual({ ...seven, pdfDigest: digestOf(printed) })
  await shelf.put('invoices/one.pdf', printed)
  expect(await marks.copyOf('invoices/one.pdf', digestOf(printed))).toEqual(printed)
  await shelf.put('invoices/one.pdf', forged)
  expect(await marks.copyOf('invoices/one.pdf', digestOf(printed))).toBeNull()
  for (const [key, mark] of shelf.kept) {
    const text = mark.toString().replace(digestOf(printed), digestOf(forged))
    shelf.kept.set(key, Buffer.from(text))
  }
  expect(await marks.numberOf(invoice)).toEqual({ ...seven, pdfDigest: null })
})

test('given a store that fails or says nothing, then no payment waits for it', async () => {
  for (const shelf of [new BrokenShelf(), new SilentShelf()]) {
    const marks = new PrintedNumbers(shelf, keys, clock)
    expect(await marks.numberOf(invoice)).toBeNull()
    expect(await marks.isHeldByAnother(invoice, seven)).toBe(false)
  }
})

test('given a printed invoice, then its mark has how the order was placed, and neither another secret nor another id opens it', async () => {
  const shelf = new Shelf()
  const marks = new PrintedNumbers(shelf, keys, clock)
  const order = { ...newOrder('order-1'), placed: placedAs({ buyerId: 'buyer-7' }) }
  await marks.mark(invoice, seven, null, order)
  expect(await marks.orderOf('order-1')).toEqual({
    placed: placedData({ buyerId: 'buyer-7' }),
    byInvoice: null,
  })
  expect(await marks.numberOf(invoice)).toEqual({ ...seven, pdfDigest: null })
  expect(await marks.subjectOf('invoice', seven)).toEqual(invoice)
  expect(await marks.subjectOf('invoice', { number: 8, year: null })).toBeNull()
  const kept = [...shelf.kept].find(([path]) => path.endsWith('of/order-1/invoice'))!
  expect(kept[1].toString('utf8')).not.toMatch(/buyer-7|product-1/)
  shelf.kept.set(kept[0].replace('order-1', 'order-2'), kept[1])
  expect(await marks.orderOf('order-2')).toBeNull()
  shelf.kept.set(kept[0], Buffer.from(`${kept[1].toString('utf8').slice(0, -6)}AAAAAA`))
  expect(await marks.orderOf('order-1')).toBeNull()
})
