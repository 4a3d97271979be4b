import { expect, test } from 'vitest'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { Documents } from '#platform/storage/documents.ts'
import { NumberMarks } from '../../../src/modules/commerce/documents/number-marks.ts'

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
const keys = new DerivedKeys('a secret of at least thirty-two characters')
const invoice = { kind: 'invoice', orderId: 'order-1', refundId: null } as const
const note = { kind: 'credit-note', orderId: 'order-1', refundId: 're_1' } as const

test('given numbers that were printed, then each thing finds its own again and no other may have it', async () => {
  const shelf = new Shelf()
  const marks = new NumberMarks(shelf, keys)
  await marks.mark(invoice, 7)
  await marks.mark(note, 7)
  expect(await marks.numberOf(invoice)).toBe(7)
  expect(await marks.numberOf({ ...invoice, orderId: 'order-2' })).toBeNull()
  expect(await marks.isHeldByAnother(invoice, 7)).toBe(false)
  expect(await marks.isHeldByAnother({ ...invoice, orderId: 'order-2' }, 7)).toBe(true)
  expect(await marks.isHeldByAnother({ ...note, refundId: 're_2' }, 7)).toBe(true)
  expect(await marks.isHeldByAnother(invoice, 8)).toBe(false)
  const neighbour = new NumberMarks(shelf, new DerivedKeys('the secret of another one in the same bucket'))
  expect(await neighbour.isHeldByAnother({ ...invoice, orderId: 'order-2' }, 7)).toBe(false)
})

test('given a store that fails or says nothing, then no payment waits for it', async () => {
  for (const shelf of [new BrokenShelf(), new SilentShelf()]) {
    const marks = new NumberMarks(shelf, keys)
    expect(await marks.numberOf(invoice)).toBeNull()
    expect(await marks.isHeldByAnother(invoice, 7)).toBe(false)
  }
})
