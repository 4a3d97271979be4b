import { expect, test } from 'vitest'
import { OrderTotals } from '../../../src/modules/commerce/finance/search/order-totals.ts'

const row = {
  currency: 'usd',
  orders: '2',
  totalAmount: '500000',
  receivedAmount: '250000',
  refundedAmount: '0',
}
const sums = [
  { currency: 'usd', orders: 2, totalAmount: 500_000, receivedAmount: 250_000, refundedAmount: 0 },
]

function opened() {
  const database = { state: '7 1', added: 0 }
  const totals = new OrderTotals({
    query: async <Row extends object>(text: string) => {
      if (text.includes('es.head')) return [{ state: database.state }] as unknown as Row[]
      database.added += 1
      return [row] as unknown as Row[]
    },
  })
  return { database, totals }
}

test('given a filter, when its sums are asked for again, then they are added up once', async () => {
  const { database, totals } = opened()
  expect(await totals.of('status = $1', ['completed'])).toEqual(sums)
  expect(await totals.of('status = $1', ['completed'])).toEqual(sums)
  expect(database.added).toBe(1)
  await totals.of('status = $1', ['refunded'])
  expect(database.added).toBe(2)
})

test.each([
  ['an event', '8 1'],
  ['another table', '7 2'],
])('given sums that were added up, when there is %s, then they are added up again', async (_what, state) => {
  const { database, totals } = opened()
  await totals.of('true', [])
  database.state = state
  await totals.of('true', [])
  expect(database.added).toBe(2)
})

test('given a thousand filters, when their sums are asked for, then a hundred at most are kept', async () => {
  const { database, totals } = opened()
  for (let n = 0; n < 1_000; n += 1) await totals.of('buyer_id = $1', [n])
  await totals.of('buyer_id = $1', [999])
  expect(database.added).toBe(1_000)
  await totals.of('buyer_id = $1', [0])
  expect(database.added).toBe(1_001)
})
