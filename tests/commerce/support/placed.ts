import type { OrderEvent } from '../../../src/modules/commerce/domain/events.ts'
import { evolve, newOrder, type Order } from '../../../src/modules/commerce/domain/order.ts'
import { plainLine } from '../../../src/modules/commerce/domain/order-lines.ts'

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data']

/** What an order of one person is placed with; `total` in minor units. */
export function placedData(
  one: Partial<
    Pick<Placed, 'buyerId' | 'currency' | 'answers' | 'termsVersion'> & {
      productId: string
      productName: string
      total: number
    }
  > = {},
): Placed {
  const { productId: id = 'product-1', productName: name = 'Authentic Leader Certification' } = one
  const { buyerId = 'buyer-1', total: price = 250_000, currency = 'usd' } = one
  const { answers = {}, termsVersion = null } = one
  const lines = [plainLine({ id, name, price })]
  return { buyerId, organizationId: null, lines, currency, answers, termsVersion }
}

/** The same as the order knows it. */
export function placedAs(one: Parameters<typeof placedData>[0] = {}): NonNullable<Order['placed']> {
  const { placed } = evolve(newOrder('o'), { type: 'OrderPlaced', data: placedData(one) })
  if (placed === null) throw new Error('An order that is placed knows it')
  return placed
}
