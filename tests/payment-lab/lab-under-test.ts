import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { createPaymentLab, type PaymentLab } from '../../apps/payment-lab/lab.ts'
import type { PaymentLabOptions } from '../../apps/payment-lab/options.ts'

export const secret = 'whsec_of_the_tests'

/** A lab of its own, the unmodified SDK in front of it, and an endpoint that keeps what it receives. */
export interface LabUnderTest {
  lab: PaymentLab
  url: string
  stripe: Stripe
  clock: OffsetClock
  endpoint: Endpoint
  /** `POST /lab/…` with JSON; throws unless it is answered 200. */
  control(path: string, body?: object): Promise<unknown>
  /** Moves the shared clock and lets happen what is due. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

export interface Endpoint {
  url: string
  /** Verified events in order of arrival. */
  events: Stripe.Event[]
  /** Signature headers in order of arrival. */
  signatures: string[]
  /** Status of the next answers. */
  status: number
  types(): string[]
  close(): Promise<void>
}

export async function startLab(options: Partial<PaymentLabOptions> = {}): Promise<LabUnderTest> {
  const clock = new OffsetClock()
  const endpoint = await startEndpoint()
  const lab = createPaymentLab({
    seed: 'tests',
    now: () => clock.now(),
    secretKey: 'sk_test_lab',
    publishableKey: 'pk_test_lab',
    webhookSecret: secret,
    webhookUrl: endpoint.url,
    log: (message, fields) => {
      throw new Error(`${message} ${JSON.stringify(fields)}`)
    },
    ...options,
  })
  const url = await lab.listen(0)
  const control = async (path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(`${url}/lab/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`/lab/${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    lab,
    url,
    stripe: sdk(url),
    clock,
    endpoint,
    control,
    async pass(ms) {
      clock.advance(ms)
      await lab.runDue()
    },
    async close() {
      await lab.close()
      await endpoint.close()
    },
  }
}

export function sdk(url: string, key = 'sk_test_lab'): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 })
}

async function startEndpoint(): Promise<Endpoint> {
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events: [],
    signatures: [],
    status: 200,
    types: () => endpoint.events.map((event) => event.type),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const verifier = new Stripe('sk_test_unused')
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = String(request.headers['stripe-signature'])
    // Signatures of a moved clock are in the future, which the SDK lets pass.
    endpoint.events.push(verifier.webhooks.constructEvent(Buffer.concat(chunks), signature, secret))
    endpoint.signatures.push(signature)
    response.writeHead(endpoint.status, { connection: 'close' }).end()
  }
  return endpoint
}

/** What a promise was rejected with; fails when it was not. */
export async function failureOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error(`Expected a Stripe error, got ${JSON.stringify(outcome)}`)
}
