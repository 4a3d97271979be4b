import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '#platform/database/sql.ts'
import type { EventLog, Verification } from '#platform/event-log/event-log.ts'
import { AllOrders } from './all-orders.ts'
import { orderColumns } from './order-row.ts'

export interface RowDifference {
  orderId: string
  /** The column, or `row` when one side has no row at all. */
  column: string
  stored: unknown
  folded: unknown
}

export interface OrdersVerdict {
  ok: boolean
  chain: Verification
  orders: number
  differences: RowDifference[]
  /** Numbers that are missing between 1 and the highest, and rows of the numbering that the log does not know. */
  numbering: string[]
}

const columns = orderColumns.map(([column]) => column)
const rowById = `select ${columns.join(', ')} from commerce_order where id = $1`
const pageOfRows = `select ${columns.join(', ')} from commerce_order where ($1::uuid is null or id > $1::uuid)
order by id limit 1000`

/** Proves the chain whole, every row equal to the fold of its events, and the numbering without a gap. */
export async function verifyOrders(
  log: EventLog,
  sql: Sql,
  told: (done: number, total: number) => void = () => undefined,
): Promise<OrdersVerdict> {
  const chain = await log.verify()
  const folded = new AllOrders()
  await folded.catchUp(log, (done) => told(done, chain.head.position))
  const suspects = new Set(folded.ids())
  for (let last: string | null = null; ; ) {
    const page: Record<string, unknown>[] = await sql.query(pageOfRows, [last])
    for (const row of page) {
      const id = String(row.id)
      if (differencesOf(id, row, folded.row(id)).length === 0) suspects.delete(id)
      else suspects.add(id)
    }
    last = page.at(-1)?.id as string | null
    if (page.length < 1000) break
  }
  const differences: RowDifference[] = []
  for (const id of suspects) differences.push(...(await secondLook(id, folded, sql, log)))
  const numbering = await numberingOf(folded, sql, log)
  return {
    ok: chain.ok && differences.length === 0 && numbering.length === 0,
    chain,
    orders: folded.size,
    differences,
    numbering,
  }
}

/** Writes go on while this runs: an order that changed since it was folded is caught up with, then compared again. */
async function secondLook(id: string, folded: AllOrders, sql: Sql, log: EventLog): Promise<RowDifference[]> {
  let found: RowDifference[] = []
  for (let tries = 0; tries < 5; tries += 1) {
    const [row] = await sql.query<Record<string, unknown>>(rowById, [id])
    await folded.catchUp(log)
    found = differencesOf(id, row ?? null, folded.row(id))
    if (found.length === 0) return []
  }
  return found
}

function differencesOf(
  orderId: string,
  stored: Record<string, unknown> | null,
  folded: Record<string, unknown> | null,
): RowDifference[] {
  if (stored === null && folded === null) return []
  if (stored === null || folded === null) return [{ orderId, column: 'row', stored, folded }]
  return columns.flatMap((column) => {
    const is = plain(stored[column])
    const should = plain(folded[column])
    return isDeepStrictEqual(is, should) ? [] : [{ orderId, column, stored: is, folded: should }]
  })
}

/** As both sides would print it: bigint arrives as text, moments as Date. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' ? String(value) : value
}

async function numberingOf(folded: AllOrders, sql: Sql, log: EventLog): Promise<string[]> {
  const taken = await sql.query<{ kind: string; number: number; orderId: string }>(
    'select kind, number, order_id as "orderId" from commerce_invoice order by kind, number',
  )
  await folded.catchUp(log)
  const { invoices, creditNotes, debitNotes } = folded.numbers()
  const wrong: string[] = []
  for (const [kind, issued] of [
    ['invoice', invoices],
    ['credit-note', creditNotes],
    ['debit-note', debitNotes],
  ] as const) {
    const rows = taken.filter((row) => row.kind === kind)
    const highest = Math.max(0, ...issued.keys())
    for (let number = 1; number <= highest; number += 1) {
      if (!issued.has(number)) wrong.push(`${kind} ${number} is missing in the log`)
    }
    for (const { number, orderId } of rows) {
      if (issued.get(number) !== orderId) wrong.push(`${kind} ${number} is not the one the log knows`)
    }
  }
  return wrong
}
