/**
 * The limit of the row `checkout`, in a process of its own: the least that a shop on Express, `pg` and Stripe's library does for a sale that is
 * reported by a webhook. One session read, one event and one order written, the intent made, the webhook's signature checked, one event more, the
 * return page. No prices, places, documents, mails or jobs.
 */
import { randomUUID } from 'node:crypto'
import express from 'express'
import { Pool } from 'pg'
import Stripe from 'stripe'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'

const { hostname, port } = new URL(process.env.BARE_LAB_URL ?? '')
const stripe = new Stripe(paymentLabKeys.secretKey, { host: hostname, port: Number(port), protocol: 'http' })
const pool = new Pool({ connectionString: process.env.BARE_DATABASE_URL })
const app = express()

app.post('/intents', express.json(), async (_req, res) => {
  await pool.query('select subject from bare_session where id = $1', ['session'])
  const id = randomUUID()
  const intent = await stripe.paymentIntents.create(
    { amount: 250_000, currency: 'usd', metadata: { order: id } },
    { idempotencyKey: id },
  )
  await pool.query(
    `with placed as (insert into bare_event (stream, version, data) values ($1, 1, $2))
     insert into bare_order (id, intent, status) values ($1, $3, 'pending')`,
    [id, JSON.stringify({ type: 'OrderPlaced', intent: intent.id }), intent.id],
  )
  res.json({ id: intent.id })
})

app.post('/webhook', express.raw({ type: 'application/json' }), async (req, res) => {
  const event = await stripe.webhooks.constructEventAsync(
    req.body,
    req.get('stripe-signature') ?? '',
    paymentLabKeys.webhookSecret,
  )
  if (event.type === 'payment_intent.succeeded') await complete(event.data.object.metadata.order ?? '')
  res.json({ received: true })
})

app.get('/intents/:id', async (req, res) => {
  const intent = await stripe.paymentIntents.retrieve(req.params.id)
  if (intent.status === 'succeeded') await complete(intent.metadata.order ?? '')
  const { rows } = await pool.query('select status from bare_order where intent = $1', [intent.id])
  res.json(rows[0])
})

/** The webhook or the return page records the payment, the first of them. */
async function complete(id: string): Promise<void> {
  await pool.query(
    `with paid as (insert into bare_event (stream, version, data) values ($1, 2, $2) on conflict do nothing returning stream)
     update bare_order set status = 'completed' where id in (select stream from paid)`,
    [id, JSON.stringify({ type: 'PaymentCaptured' })],
  )
}

await pool.query(
  `drop table if exists bare_session, bare_event, bare_order;
   create table bare_session (id text primary key, subject text not null);
   insert into bare_session values ('session', 'customer');
   create table bare_event (stream uuid, version int, data jsonb not null, primary key (stream, version));
   create table bare_order (id uuid primary key, intent text unique not null, status text not null)`,
)
const server = app.listen(Number(process.env.BARE_PORT), '127.0.0.1', () => console.log('ready'))
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
  void pool.end()
})
