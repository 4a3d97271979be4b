import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { financeIntegrity } from './contract.ts'
import type { OrdersVerdict } from './verify-orders.ts'

/** How many faults of each kind a mail or a screen lists. */
const mostListed = 5

export type CheckedPart = OutputOf<typeof financeIntegrity>['parts'][number]

/** The parts whose results all have the same form, in the order in which they are shown. */
const checkedAlike = [
  'numbers',
  'books',
  'places',
  'credentials',
  'transfers',
  'prices',
  'heads',
  'audit',
  'documents',
] as const

/** The results of a check by part. */
export function partsOf(verdict: OrdersVerdict): CheckedPart[] {
  const { chain, orders, differences, differing, streams } = verdict
  const broken = chain.firstBreak
  const breaks = broken === undefined ? [] : [`first break at position ${broken.position}: ${broken.reason}`]
  const rows = differences.map(({ orderId, column, stored, folded }) =>
    column === 'row'
      ? `order ${orderId} ${stored === null ? 'has no row in the lists' : 'is in the lists and not in the log'}`
      : `order ${orderId}, ${column}: the list says ${JSON.stringify(stored)}, the log ${JSON.stringify(folded)}`,
  )
  const part = (name: CheckedPart['name'], checked: number, count: number, faults: readonly string[]) => ({
    name,
    checked,
    count,
    faults: faults.slice(0, mostListed),
  })
  return [
    part('chain', chain.events, breaks.length, breaks),
    part('orders', orders, differing + streams.count, [...streams.faults, ...rows]),
    ...checkedAlike.map((name) => {
      const { checked, count, faults } = verdict[name]
      return part(name, checked, count, faults)
    }),
  ]
}

/** The first faults of all parts in one list, and how many more there are. */
export function faultsOf(verdict: OrdersVerdict): string[] {
  return partsOf(verdict).flatMap(({ name, count, faults }) => [
    ...faults,
    ...(count > faults.length ? [`${count - faults.length} more in the part "${name}"`] : []),
  ])
}
