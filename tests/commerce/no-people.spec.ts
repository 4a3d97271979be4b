import { describe, expect, test } from 'vitest'
import type { Loaded } from '#modules/commerce/orders/loaded.ts'
import { refusePeople } from '#modules/commerce/orders/no-people.ts'
import type { Customers } from '#modules/identity/index.ts'

/** Characters of addresses that mean something in a pattern, or must not be escaped there. */
const odd = "o'brien-x_y+z.w|{v}"
const buyer = {
  firstName: 'Ada',
  lastName: 'King Lovelace',
  email: 'countess99@engines.example',
  phone: '+44 20 7946 0123',
}
const customers = { get: async () => buyer } as unknown as Customers
const loaded = { order: { placed: { buyerId: 'b' } } } as unknown as Loaded
const refused = (text: string) =>
  refusePeople('text', text, loaded, customers).then(
    () => false,
    ({ code }: { code: string }) => code === 'NAMES_A_PERSON',
  )

describe('remarks that stay for good (S-20)', () => {
  test.each([
    ...['Ada called', 'Mrs LOVELACE', 'mail ada@x.example', 'user countess99 asked', 'Countess99: refund'],
    ...[
      'call 7946 0123',
      'call 79460123',
      '+1 555 010 2030',
      '+15550102030',
      '(0)20 7946 0999 12',
      '555 010 2030',
    ],
    ...['555-010-2030', '0049 30 1234567', '030/123456789'],
  ])('given %j, then it is refused', async (text) => expect(await refused(text)).toBe(true))

  test.each([
    ...[
      'Refunded by agreement',
      'Paid twice on 2026-11-21 and 2026-11-22',
      'Invoice VL-2026-000123',
      '2,500.00 USD',
    ],
    ...[
      'pi_3Nabc123456789',
      're_1234567890',
      'order 0d9a8f0c-1111-4222-8333-123456789012',
      'Adaptation of terms',
    ],
    ...['12,345,678.90 EUR of 2026', 'credit note 2026-000017 of 250.00'],
  ])('given %j, then it is taken', async (text) => expect(await refused(text)).toBe(false))

  test('given a user name of any characters, then it is found as it is', async () => {
    const others = {
      get: async () => ({ ...buyer, email: `${odd}@engines.example` }),
    } as unknown as Customers
    await expect(refusePeople('text', 'Called back', loaded, others)).resolves.toBeUndefined()
    await expect(refusePeople('text', `asked by ${odd}`, loaded, others)).rejects.toThrow(/^text: /)
  })
})
