import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Chaos } from '../../apps/payment-lab/chaos.ts'
import { Deliveries } from '../../apps/payment-lab/deliveries.ts'
import { LabClock } from '../../apps/payment-lab/lab-clock.ts'

const event = { id: 'evt_1', type: 'charge.succeeded', pending_webhooks: 0 } as Stripe.Event
const plan = { suppressed: false, copies: 1, delaysMs: [], windowMs: 0, orders: [], lostAttempts: 0 }

let endpoint: Server
let deliveries: Deliveries
beforeEach(async () => {
  endpoint = createServer().listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const { port } = endpoint.address() as AddressInfo
  deliveries = new Deliveries(
    { url: `http://127.0.0.1:${port}/`, secret: 'whsec_test' },
    new LabClock(() => new Date('2026-11-21T12:00:00Z')),
    new Chaos(),
    () => event,
  )
})
afterEach(async () => {
  await deliveries.stop()
  endpoint.close()
})

/** Looks again as long as there was something to send, as the lab does; answers how often it looked. */
async function looks(): Promise<number> {
  for (let look = 1; look < 1_000; look += 1) if ((await deliveries.sendDue()) === 0) return look
  return Number.POSITIVE_INFINITY
}

test.each([1, 2, 3, 4, 5, 6])(
  'given an endpoint that is slow to answer, when more and more look for what is due, %i steps apart, then each stops soon after it has answered',
  async (steps) => {
    const asked = once(endpoint, 'request')
    deliveries.enqueue(event, plan)
    const looking = [looks()]
    const [, answer] = (await asked) as [unknown, ServerResponse]
    const others = async (): Promise<void> => {
      for (let other = 0; other < 6; other += 1) {
        looking.push(looks())
        for (let step = 0; step < steps; step += 1) await Promise.resolve()
      }
    }
    await others()
    answer.end()
    await looking[0]
    await others()
    for (const count of await Promise.all(looking)) expect(count).toBeLessThanOrEqual(3)
    expect(deliveries.all).toMatchObject([{ state: 'delivered' }])
  },
)
