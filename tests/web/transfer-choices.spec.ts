import { describe, expect, test } from 'vitest'
import {
  choicesOf,
  reversalsOf,
  type Transfer,
  type Unmatched,
} from '../../apps/web/src/staff/transfers/transfer-choices.ts'

const transfer = (change: Partial<Transfer>): Transfer => ({
  id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  source: 'statement',
  bookedOn: '2026-11-21',
  mistaken: false,
  currency: 'usd',
  amount: '2500.00',
  applied: '2000.00',
  unassigned: '500.00',
  returned: '0.00',
  imported: null,
  senderName: null,
  senderAccount: null,
  remittance: '',
  orders: [{ orderId: '0f8fad5b-d9cb-469f-a165-70867728950e', amount: '2000.00' }],
  returns: [],
  ...change,
})
const tookBack: Unmatched[] = [
  {
    key: 'entry-1',
    kind: 'reversal',
    reason: 'no-transfer',
    bookedOn: '2026-11-22',
    currency: 'usd',
    amount: '2500.00',
    remittance: '',
  },
]
const offered = (of: Transfer) => [...choicesOf(of), ...reversalsOf(of, tookBack)].map(({ what }) => what)

describe('what finance may record of a transfer', () => {
  test('given money on the seller’s own account, then all that may become of it', () => {
    expect(offered(transfer({}))).toEqual(['apply', 'return', 'withdraw', 'refund', 'reverse'])
    expect(offered(transfer({ unassigned: '0.00' }))).toEqual(['withdraw', 'refund', 'reverse'])
  })

  test('given money of which nothing was used, then it may have been recorded by mistake, and only that can be undone', () => {
    const untouched = { applied: '0.00', unassigned: '2500.00', orders: [] }
    expect(offered(transfer(untouched))).toEqual(['apply', 'return', 'mistake', 'reverse'])
    const imported = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', transfers: 3 }
    expect(offered(transfer({ ...untouched, imported }))).toEqual([
      ...['apply', 'return', 'mistake', 'import', 'reverse'],
    ])
    expect(offered(transfer({ ...untouched, unassigned: '0.00', mistaken: true }))).toEqual(['reinstate'])
  })

  test('given money at Stripe, then only what Stripe does with it: no order’s part, and no entry of the bank', () => {
    expect(offered(transfer({ source: 'stripe' }))).toEqual(['apply', 'return'])
    expect(offered(transfer({ source: 'stripe', unassigned: '0.00' }))).toEqual([])
  })
})
