import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { Database } from '#platform/database/database.ts'
import { Reconciler } from '../../../src/modules/commerce/finance/reconciliation/reconciler.ts'
import { Inbox } from '../../../src/modules/commerce/orders/inbox.ts'
import { Observations } from '../../../src/modules/commerce/orders/observations.ts'
import { Orders } from '../../../src/modules/commerce/orders/orders.ts'
import { Sessions } from '../../../src/modules/identity/sessions/sessions.ts'
import { eventually, startApp, type TestApp, type TestAppOptions } from '../../support/app.ts'
import type { Answer, HttpClient } from '../../support/http-client.ts'

export const productId = '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af'

export interface Buyer {
  id: string
  email: string
  http: HttpClient
}

/** The running product with what tests of payments need at hand. */
export interface Shop extends TestApp {
  stripe: Stripe
  orders: Orders
  observations: Observations
  reconciler: Reconciler
  inbox: Inbox
  sql: Database['sql']
  /** A signed-in customer. */
  buyer(names?: { firstName?: string; lastName?: string; isEmailVerified?: boolean }): Promise<Buyer>
  /** A new session of the buyer, for after a jump of the clock that ended the first. */
  sessionOf(buyer: Buyer): Promise<string>
  checkout(buyer: Buyer, metadata?: Record<string, unknown>): Promise<Answer>
  /** Pays an intent as the browser would: with the publishable key and the client secret. */
  pay(clientSecret: string, method?: string): Promise<void>
  /** A payment by card that names an order and was never asked for by the site, as after an answer that got lost. */
  payAtStripe(orderId: string, amount?: number): Promise<Stripe.PaymentIntent>
  /** A buyer with a paid order whose status the webhook has completed. */
  paidOrder(): Promise<{ buyer: Buyer; orderId: string; intentId: string }>
  lab(path: string, body?: unknown): Promise<unknown>
}

export async function openShop(options: TestAppOptions = {}): Promise<Shop> {
  const app = await startApp(options)
  const { container } = app.site
  const database = container.get(Database)
  const { hostname, port } = new URL(app.labUrl)
  const connection = { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 4 } as const
  const stripe = new Stripe('sk_test_lab', connection)
  const browser = new Stripe('pk_test_lab', connection)

  const buyer: Shop['buyer'] = async (names = {}) => {
    const id = randomUUID()
    const email = `buyer-${id.slice(0, 8)}@example.com`
    await database.sql.query(
      `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
       values ($1, $2, $3, $4, 'none', $5, now(), now())`,
      [id, email, names.firstName ?? 'Ada', names.lastName ?? 'Lovelace', names.isEmailVerified ?? true],
    )
    const http = app.client()
    const visitor = { address: '127.0.0.1', agent: 'tests' }
    http.setCookie('session', await container.get(Sessions).open(database.sql, id, visitor))
    return { id, email, http }
  }
  const checkout: Shop['checkout'] = (who, metadata = {}) =>
    who.http.post('/api/checkout/create-payment-intent', {
      items: [{ productId, quantity: 1 }],
      metadata: {
        source: 'embedded_payment_page',
        userEmail: who.email,
        productType: 'certification_program',
        ...metadata,
      },
    })
  const pay: Shop['pay'] = async (clientSecret, method = 'pm_card_visa') => {
    const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
    try {
      await browser.paymentIntents.confirm(id, {
        payment_method: method,
        return_url: `${app.url}/checkout/success`,
        client_secret: clientSecret,
      } as Stripe.PaymentIntentConfirmParams)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    }
  }
  const shop: Shop = {
    ...app,
    stripe,
    orders: container.get(Orders),
    observations: container.get(Observations),
    reconciler: container.get(Reconciler),
    inbox: container.get(Inbox),
    sql: database.sql,
    buyer,
    sessionOf: (who) =>
      container.get(Sessions).open(database.sql, who.id, { address: '127.0.0.1', agent: 'tests' }),
    checkout,
    pay,
    payAtStripe: (orderId, amount = 250_000) =>
      stripe.paymentIntents.create({
        ...{ amount, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, return_url: app.url },
        metadata: { app: 'veralead', order_id: orderId },
      }),
    paidOrder: async () => {
      const who = await buyer()
      const { body } = await checkout(who)
      await pay(body.paymentIntent.clientSecret)
      await eventually(async () => {
        const seen = await who.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
        return seen.body?.order?.status === 'completed'
      }, 30)
      return { buyer: who, orderId: body.order.id, intentId: body.paymentIntent.id }
    },
    lab: async (path, body = {}) => {
      const answer = await fetch(new URL(path, app.labUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`The lab answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
  }
  return shop
}
