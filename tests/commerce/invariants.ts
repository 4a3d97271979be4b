import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import type { EventLog, RecordedEvent } from '#platform/event-log/event-log.ts'
import { surplusHeld } from '../../src/modules/commerce/domain/documents-due.ts'
import { orderIdOf } from '../../src/modules/commerce/domain/facts.ts'
import type { Order } from '../../src/modules/commerce/domain/order.ts'
import { countedPayments, openAmount, received } from '../../src/modules/commerce/domain/payments.ts'
import { statusOf } from '../../src/modules/commerce/domain/status.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { loadedFrom } from '../../src/modules/commerce/orders/loaded.ts'

export interface Ledger {
  sql: Sql
  log: EventLog
  stripe: Stripe
}

interface Row {
  id: string
  status: string
  buyer_id: string
  product_id: string
  total_minor: string
  currency: string
  intent_ids: string[]
  flags: string[]
}

/** A head of the log seen earlier: rows up to it must never change (I8). */
export type Checkpoint = { position: number; hash: string }

/**
 * Asserts that the documents of an order say what money of it is kept: invoice less credit notes plus debit notes is what
 * was received and has not gone back, less what is still held beyond the total, plus what is still to be paid of an
 * invoice that came before the money. Computed from the sums alone.
 */
export function expectDocuments(order: Order): void {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const counted = new Set(countedPayments(order).map(({ intentId }) => intentId))
  const transferred = sum(Object.values(order.transferRefunds).map(({ amount }) => amount))
  const back = sum(
    Object.values(order.refunds)
      .filter(({ intentId, state }) => counted.has(intentId) && state === 'succeeded')
      .map(({ amount }) => amount),
  )
  const amountsOf = (notes: Record<string, { amount: number }>) =>
    Object.values(notes).map(({ amount }) => amount)
  const credited = sum(amountsOf(order.creditNotes)) - sum(amountsOf(order.debitNotes))
  const total = order.placed?.total ?? 0
  const invoices = order.invoice === null ? 0 : 1 + Object.keys(order.replacements).length
  const invoiced = invoices * total - credited
  const kept = received(order) - back - transferred
  const held = kept - invoiced
  const status = statusOf(order)
  const paid = ['completed', 'refunded'].includes(status)
  const withdrawn = Object.values(order.transfers).some((one) => one.withdrawn > 0)
  const early = order.invoiceRequested !== null || withdrawn || total === 0
  if (paid || !early)
    expect(order.invoice !== null, `an invoice of ${order.id} once its money is there`).toBe(paid)
  if (order.invoice === null && !paid) {
    expect(credited, `${order.id} has nothing to credit`).toBe(0)
    return
  }
  if (status === 'cancelled') {
    expect(invoiced, `nothing is asked for by ${order.id}`).toBe(0)
    expect(surplusHeld(order), `all that is kept of ${order.id} is to go back`).toBe(kept)
    return
  }
  if (order.invoice !== null && ['pending', 'processing'].includes(status)) {
    expect(openAmount(order), `what is left to pay of ${order.id}`).toBe(invoiced - kept)
    return
  }
  expect(held, `documents of ${order.id} say no more than is kept`).toBeGreaterThanOrEqual(0)
  expect(held, `documents of ${order.id} leave out nothing but surplus`).toBeLessThanOrEqual(
    Math.max(0, received(order) - total),
  )
  expect(credited, `the invoice of ${order.id} is not credited beyond its total`).toBeLessThanOrEqual(
    invoices * total,
  )
  expect(surplusHeld(order), `surplus of ${order.id} that is held`).toBe(held)
}

/**
 * Asserts what holds after every payment test, whatever happened in it. `checkpoint` is an earlier head of the log;
 * `unsettled` while what happened at Stripe may not have been reported yet.
 * Answers the head as of now, for the next call.
 */
export async function expectInvariants(
  { sql, log, stripe }: Ledger,
  options: { checkpoint?: Checkpoint; mayBuyTwice?: boolean; unsettled?: boolean } = {},
): Promise<Checkpoint> {
  const rows = await sql.query<Row>('select * from commerce_order')
  const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const paid = intents.filter((intent) => intent.status === 'succeeded')

  for (const intent of options.unsettled ? [] : paid) {
    const orderId = orderIdOf(intent.metadata)
    const owners = rows.filter((row) => row.intent_ids.includes(intent.id))
    const [owner] = owners
    if (orderId === null && owner === undefined) continue
    // Where somebody edited what the payment carries, its order stays the one that it was made for.
    const edited = owner?.flags.includes(`order-edited:${intent.id}`)
    expect(
      owners.map((row) => row.id),
      `I1 one order owns ${intent.id}`,
    ).toEqual([edited ? owner?.id : orderId])
    const right = intent.amount_received === Number(owner?.total_minor) && intent.currency === owner?.currency
    if (right)
      expect(['completed', 'refunded'], `I1 ${intent.id} is recorded as paid`).toContain(owner?.status)
  }

  const uses = await sql.query<{ id: string }>('select distinct order_id as id from commerce_transfer_use')
  const byBank = new Set(uses.map(({ id }) => id))
  const paidIds = new Map(paid.map((intent) => [intent.id, intent]))
  const successes = new Map<string, number>()
  for (const row of rows) {
    const right = row.intent_ids
      .map((id) => paidIds.get(id))
      .filter(
        (i) =>
          i !== undefined && i.amount_received === Number(row.total_minor) && i.currency === row.currency,
      )
    if (['completed', 'refunded'].includes(row.status) && !byBank.has(row.id)) {
      expect(right.length, `I2 order ${row.id} is paid at Stripe`).toBeGreaterThan(0)
    }
    const place = `${row.buyer_id} ${row.product_id}`
    successes.set(place, (successes.get(place) ?? 0) + right.length)
  }
  if (!options.mayBuyTwice) {
    for (const [place, count] of successes) expect(count, `I3 payments of ${place}`).toBeLessThanOrEqual(1)
  }

  const streams = new Map<string, RecordedEvent[]>()
  let position = 0
  for await (const event of log.scan()) {
    position += 1
    expect(event.position, 'I5 positions have no gap').toBe(position)
    const events = streams.get(event.stream)
    if (events === undefined) streams.set(event.stream, [event])
    else events.push(event)
  }
  for (const row of rows) {
    const history = streams.get(`order-${row.id}`) ?? []
    const { order } = loadedFrom(row.id, history)
    expect(row.status, `I4 status of ${row.id}`).toBe(statusOf(order))
    expectDocuments(order)
    expect(
      history.map((event) => event.version),
      `I5 versions of ${row.id}`,
    ).toEqual(history.map((_, i) => i + 1))
  }
  const chain = await log.verify(options.checkpoint)
  expect(chain, 'I5 and I8 the chain is whole and earlier rows are as they were').toMatchObject({ ok: true })
  // A job may have recorded a fee meanwhile.
  expect(chain.events, 'I5 every event is part of the chain').toBeGreaterThanOrEqual(position)

  const verdict = await verifyOrders(log)
  expect(verdict.differences, 'I6 rows equal a rebuild').toEqual([])
  expect(verdict.numbers.faults, 'I6 numbers have no gap').toEqual([])

  const owed = await sql.query<{ key: string }>(
    `select key from platform_owed_job where queue = 'commerce-order-confirmation'
     union select job->>'key' from platform_job_outbox, jsonb_array_elements(jobs) job
       where queue = 'commerce-order-confirmation'
     order by key`,
  )
  const mails = await sql.query<{ id: string }>(
    `select order_id as id from commerce_order_mail where kind = 'confirmation' order by order_id`,
  )
  const settled = rows.filter((row) => ['completed', 'refunded'].includes(row.status)).map((row) => row.id)
  expect(
    owed.map(({ key }) => key),
    'I7 one confirmation per completed order',
  ).toEqual(settled.sort().map((id) => `order-confirmation-${id}`))
  expect(
    mails.map(({ id }) => id),
    'I7 the ledger knows each of them',
  ).toEqual(settled)
  const jobs = await sql.query<{ order: string; count: number }>(
    `select data->>'orderId' as "order", count(*)::int as count from pgboss.job
     where name = 'commerce-order-confirmation' group by 1 having count(*) > 1`,
  )
  expect(jobs, 'I7 no confirmation is stored twice').toEqual([])
  return log.head()
}
