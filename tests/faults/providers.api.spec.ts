import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { productId } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { openSite, type Site } from './support/site.ts'

let smtpPort: number
let site: Site
beforeAll(async () => {
  smtpPort = await freePort()
  site = await openSite({ env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'shop@example.com' } })
})
afterAll(() => site?.close())
afterEach(() => site.lab('/lab/chaos', {}))

const checkout = (http: HttpClient): Promise<Answer> =>
  http.post('/api/checkout/create-payment-intent', {
    items: [{ productId, quantity: 1 }],
    metadata: { source: 'embedded_payment_page' },
  })

/** What works without any provider: pages, content, the calculator's sources, a wrong login, one's orders. */
async function visit(http: HttpClient): Promise<number[]> {
  const answers = await Promise.all([
    http.get('/api/cms'),
    http.get('/api/config'),
    http.get('/api/products/type/certification_program'),
    http.get('/api/orders'),
    http.get('/api/leadership/sources'),
    http.post('/api/auth/user/login', { email: `${randomUUID()}@example.com`, password: 'Wrong1horse' }),
  ])
  return answers.map(({ status }) => status)
}

// Longer than one try of the SDK, which is ten seconds: as long, either could be first.
const slow = { fault: 'delay', ms: 15_000 }
const faults: [string, object, number][] = [
  ['is down', { fault: 'cut', when: 'before' }, 503],
  ['answers nothing but errors', { fault: 'answer', status: 500, when: 'before' }, 503],
  ['takes fifteen seconds for everything', slow, 503],
]

describe('R-4: a provider in trouble', () => {
  test.each(faults)(
    'given Stripe that %s, when somebody pays, then they are told, and everything else goes on',
    async (_, rule, expected) => {
      const http = await site.customer()
      const healthy = await visit(http)
      await site.lab('/lab/chaos', { requests: [{ match: { path: '/v1/*' }, ...rule }] })
      const before = await site.intentsAsked()
      let answered = false
      const paying = checkout(http).finally(() => {
        answered = true
      })
      // All of it is there before a slow Stripe has answered: nothing waits for it.
      for (let round = 0; round < 5; round += 1) expect(await visit(http)).toEqual(healthy)
      if (rule === slow) expect(answered).toBe(false)
      const refused = await paying
      expect(refused.status, refused.text).toBe(expected)
      expect(refused.body.code).toBe('PAYMENT_PROVIDER_UNAVAILABLE')
      expect(refused.headers.has('retry-after')).toBe(true)
      // Nobody waits for the last of the SDK's three tries.
      if (rule === slow) expect((await site.intentsAsked()) - before).toBeLessThan(3)
      await site.lab('/lab/chaos', {})
      const again = await checkout(http)
      expect(again.status, again.text).toBe(200)
      // The order was placed before Stripe was asked: the second try goes on with it.
      expect(again.body.resumed).toBe(true)
    },
    90_000,
  )

  test('given SMTP that is down, then talks garbage, then is back, when an order is paid, then it completes at once and its mail comes later', async () => {
    const http = await site.customer()
    const { body } = await checkout(http)
    await site.lab(`/lab/objects/${body.paymentIntent.id}/pay`, {})
    await eventually(async () => {
      const { body: seen } = await http.get(`/api/orders/${body.order.id}`)
      return seen.order.status === 'completed'
    }, 20)
    const tries = async () => {
      const [row] = await site.sql.query<{ retry_count: number; state: string }>(
        "select retry_count, state from pgboss.job where name = 'commerce-order-confirmation' and data->>'orderId' = $1",
        [body.order.id],
      )
      return row
    }
    await eventually(async () => (await tries())?.state === 'retry', 30)
    const babble = await listen(
      createServer((socket) => socket.on('error', () => undefined).end('¿que?\r\n')),
    )
    await http.post('/api/dev/clock', { advanceMs: 60_000 })
    await eventually(async () => ((await tries())?.retry_count ?? 0) >= 1, 30)
    await new Promise((resolve) => babble.close(resolve))
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve))
    await http.post('/api/dev/clock', { advanceMs: 600_000 })
    await eventually(async () => received.some((mail) => mail.includes('You are enrolled')), 40)
    expect(received.filter((mail) => mail.includes('You are enrolled'))).toHaveLength(1)
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    await site.expectInvariants()
  }, 120_000)
})

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(smtpPort, '127.0.0.1', () => resolve(server)))
}
