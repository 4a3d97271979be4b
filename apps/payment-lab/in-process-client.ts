import Stripe from 'stripe'
import type { ApiCall } from './request-log.ts'
import type { StripeApi } from './stripe-api.ts'

type Client = NonNullable<Stripe.StripeConfig['httpClient']>
type Answered = Awaited<ReturnType<Client['makeRequest']>>

/**
 * The HTTP client for Stripe's SDK in the lab's own process, without a network. The order of requests depends only on the
 * calls, and a simulation can make thousands of them.
 */
export class InProcessClient extends Stripe.HttpClient implements Client {
  readonly #api: StripeApi
  readonly #parse: (text: string) => ApiCall['input']
  readonly #changed: () => void

  /** @param parse parses a query or a form with Stripe's nesting  @param changed called after each call that is not a GET */
  constructor(api: StripeApi, parse: (text: string) => ApiCall['input'], changed: () => void) {
    super()
    this.#api = api
    this.#parse = parse
    this.#changed = changed
  }

  override getClientName(): string {
    return 'payment-lab'
  }

  override async makeRequest(...request: Parameters<Client['makeRequest']>): Promise<Answered> {
    const [, , address, method, headers, data] = request
    const [path = '', query = ''] = address.split('?', 2)
    const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
    const answer = await this.#api.call({
      method,
      path,
      input: this.#parse(method === 'GET' ? query : (data ?? '')),
      header: (name) => sent.get(name),
    })
    if (method !== 'GET') this.#changed()
    if (answer === null) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    return new Response(answer.status, answer.headers, answer.body)
  }
}

class Response extends Stripe.HttpClientResponse implements Answered {
  readonly #body: string

  constructor(status: number, headers: Record<string, string>, body: string) {
    super(status, headers)
    this.#body = body
  }

  /** The SDK sets properties on the returned object. */
  override getRawResponse(): object {
    return {}
  }

  override async toJSON(): Promise<unknown> {
    return JSON.parse(this.#body)
  }
}
