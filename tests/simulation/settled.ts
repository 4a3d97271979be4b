import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import { metadataKeys, orderIdOf } from '../../src/modules/commerce/domain/facts.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'

/**
 * The invariants after some days without faults: the log has every payment and every refund that the provider has, every
 * order is complete with its mails, and nothing waits in the outbox.
 */
export async function expectSettled({
  sql,
  log,
  stripe,
}: {
  sql: Sql
  log: EventLog
  stripe: Stripe
}): Promise<void> {
  const rows = await sql.query<{
    id: string
    intent_ids: string[]
    received: number
    refunded: number
    byBank: number
    backByBank: number
  }>(
    `select id, intent_ids, received_minor::int as received, refunded_minor::int as refunded,
       coalesce((select sum(applied_minor - withdrawn_minor) from commerce_transfer_use u where u.order_id = o.id), 0)::int
         as "byBank",
       coalesce((select sum(refunded_minor) from commerce_transfer_use u where u.order_id = o.id), 0)::int as "backByBank"
     from commerce_order o`,
  )
  const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  for (const row of rows) {
    const own = intents.filter(
      ({ id, metadata }) => row.intent_ids.includes(id) || orderIdOf(metadata) === row.id,
    )
    const received = own.reduce((sum, { amount_received }) => sum + amount_received, row.byBank)
    expect(row.received, `what ${row.id} has received is what the provider received`).toBe(received)
    // Pending refunds count, as in the provider's own sum: their money cannot be refunded again.
    const back = refunds
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .filter(({ payment_intent }) => own.some(({ id }) => id === payment_intent))
      .reduce((sum, { amount }) => sum + amount, row.backByBank)
    expect(row.refunded, `what ${row.id} gave back is what the provider gave back`).toBe(back)
  }
  const verdict = await verifyOrders(log)
  const { transfers, places, books, streams } = verdict
  expect(
    [transfers, places, books, streams].flatMap(({ faults }) => faults),
    'transfers, seats and books are what the log says',
  ).toEqual([])
  const [money] = await sql.query(
    `select id from commerce_transfer where applied_minor + returned_minor > amount_minor or applied_minor < 0`,
  )
  expect(money, 'no transfer was used beyond its amount').toBeUndefined()
  const keys = refunds.flatMap(({ metadata }) => metadata?.[metadataKeys.refundKey] ?? [])
  const asked = new Set<unknown>()
  for await (const { type, data } of log.scan())
    if (type === 'RefundRequested') asked.add(data.idempotencyKey)
  expect(
    keys.filter((key) => !asked.has(key)),
    'every refund that the product made has the key under which it was asked for',
  ).toEqual([])
  expect(keys, 'no refund was made twice').toEqual([...new Set(keys)])
  const unsent = await sql.query(
    `select order_id, state from commerce_order_mail where kind = 'confirmation' and state <> 'sent'`,
  )
  expect(unsent, 'every confirmation was sent').toEqual([])
  expect(await sql.query('select queue from platform_job_outbox'), 'nothing waits in the outbox').toEqual([])
}
