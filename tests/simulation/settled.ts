import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import { orderIdOf } from '../../src/modules/commerce/domain/facts.ts'

/**
 * What must hold when nothing has gone wrong for some days: the log holds every payment and every refund that the
 * provider holds, every order is done with its mails, and nothing waits in the outbox.
 */
export async function expectSettled({
  sql,
  stripe,
}: {
  sql: Sql
  log: EventLog
  stripe: Stripe
}): Promise<void> {
  const rows = await sql.query<{ id: string; intent_ids: string[]; received: number; refunded: number }>(
    `select id, intent_ids, received_minor::int as received, refunded_minor::int as refunded from commerce_order`,
  )
  const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  for (const row of rows) {
    const own = intents.filter(
      ({ id, metadata }) => row.intent_ids.includes(id) || orderIdOf(metadata) === row.id,
    )
    const received = own.reduce((sum, { amount_received }) => sum + amount_received, 0)
    expect(row.received, `what ${row.id} has received is what the provider received`).toBe(received)
    const back = refunds
      .filter(
        ({ payment_intent, status }) => status === 'succeeded' && own.some(({ id }) => id === payment_intent),
      )
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(row.refunded, `what ${row.id} gave back is what the provider gave back`).toBe(back)
  }
  const unsent = await sql.query(
    `select order_id, state from commerce_order_mail where kind = 'confirmation' and state <> 'sent'`,
  )
  expect(unsent, 'every confirmation was sent').toEqual([])
  expect(await sql.query('select queue from platform_job_outbox'), 'nothing waits in the outbox').toEqual([])
}
