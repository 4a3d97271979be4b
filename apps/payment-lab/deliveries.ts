import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Chaos, DeliveryPlan } from './chaos.ts'
import type { LabClock } from './lab-clock.ts'

export interface Attempt {
  at: string
  /** The status of the response; null without a response. */
  status: number | null
  error?: string
}

/** One delivery to the webhook endpoint. An event may have several; each is retried separately. */
export interface Delivery {
  id: number
  eventId: string
  type: string
  /** Milliseconds since 1970, lab time. */
  dueAt: number
  order: number
  lostAttempts: number | 'all'
  attempts: Attempt[]
  state: 'waiting' | 'delivered' | 'dropped' | 'given-up'
}

const minute = 60_000
const hour = 60 * minute
/** Pauses after each failed attempt; in total a little over three days, as long as Stripe retries. */
const pauses = [
  5000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  ...Array.from({ length: 5 }, () => 12 * hour),
]
const answerWithinMs = 20_000

/** The URL for webhooks, and the secret that signs them. */
export interface WebhookEndpoint {
  url: string | undefined
  secret: string
  /** The types of events that it asks for; all when absent. */
  events?: readonly string[]
  /** Waits for the response without a timeout. */
  mayTakeLong?: boolean
}

/** Signs and sends events as webhooks, and retries until the endpoint responds with 2xx. */
export class Deliveries {
  all: Delivery[] = []
  endpoint: WebhookEndpoint
  readonly #clock: LabClock
  readonly #chaos: Chaos
  readonly #event: (id: string) => Stripe.Event | undefined
  #underWay = new Set<Promise<void>>()
  #rounds = new Set<Promise<number>>()
  /** Deliveries that are not due yet; those being sent are not included. */
  #waiting = new Set<Delivery>()
  #nextId = 1
  #stopping = new AbortController()

  constructor(
    endpoint: WebhookEndpoint,
    clock: LabClock,
    chaos: Chaos,
    event: (id: string) => Stripe.Event | undefined,
  ) {
    this.endpoint = endpoint
    this.#clock = clock
    this.#chaos = chaos
    this.#event = event
  }

  /** Queues the deliveries of an event; by the faults of the plan there may be several, late or lost. */
  enqueue(event: Stripe.Event, plan: DeliveryPlan): void {
    const { url, events } = this.endpoint
    if (url === undefined || events?.includes(event.type) === false) return
    const now = this.#clock.millis()
    for (let copy = 0; copy < plan.copies; copy++) {
      const due = now + (plan.delaysMs[copy] ?? 0)
      const window = plan.windowMs
      const lost = Number.isFinite(plan.lostAttempts) ? plan.lostAttempts : 'all'
      event.pending_webhooks++
      this.#add({
        id: this.#nextId++,
        eventId: event.id,
        type: event.type,
        dueAt: window > 0 ? (Math.floor(due / window) + 1) * window : due,
        order: plan.orders[copy] ?? 0,
        lostAttempts: lost,
        attempts: [],
        state: lost === 'all' ? 'dropped' : 'waiting',
      })
    }
  }

  nextAt(): number | undefined {
    let next: number | undefined
    for (const each of this.#waiting) if (next === undefined || each.dueAt < next) next = each.dueAt
    return next
  }

  /**
   * Sends all due deliveries with limited concurrency, and also waits for concurrent calls. Returns the
   * number of attempts, so that the caller can check again.
   */
  async sendDue(): Promise<number> {
    const now = this.#clock.millis()
    const due = [...this.#waiting]
      .filter((each) => each.dueAt <= now)
      .sort((left, right) => left.dueAt - right.dueAt || left.order - right.order || left.id - right.id)
    for (const delivery of due) this.#waiting.delete(delivery)
    const round = this.#send(due)
      .then(() => due.length)
      .finally(() => this.#rounds.delete(round))
    this.#rounds.add(round)
    // Calls that send nothing count 0; otherwise concurrent callers would check again for ever.
    const attempts = await Promise.all(this.#rounds)
    return attempts.reduce((sum, each) => sum + each, 0)
  }

  /** Removes every delivery. */
  clear(): void {
    this.load([])
  }

  load(all: Delivery[]): void {
    this.all = all
    this.#waiting = new Set(all.filter((each) => each.state === 'waiting'))
    this.#nextId = all.reduce((highest, each) => Math.max(highest, each.id), 0) + 1
  }

  /** Aborts the running deliveries and sends no more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#rounds)
  }

  #add(delivery: Delivery): void {
    this.all.push(delivery)
    if (delivery.state === 'waiting') this.#waiting.add(delivery)
  }

  async #send(due: Delivery[]): Promise<void> {
    const mine: Promise<void>[] = []
    for (const delivery of due) {
      while (this.#underWay.size >= this.#chaos.plan.concurrency) await Promise.race(this.#underWay)
      if (this.#stopping.signal.aborted) break
      const attempt = this.#attempt(delivery).finally(() => {
        this.#underWay.delete(attempt)
        if (delivery.state === 'waiting') this.#waiting.add(delivery)
      })
      this.#underWay.add(attempt)
      mine.push(attempt)
    }
    await Promise.all(mine)
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const event = this.#event(delivery.eventId)
    const at = new Date(this.#clock.millis()).toISOString()
    if (!event || this.endpoint.url === undefined) {
      delivery.state = 'given-up'
      return
    }
    const lost = typeof delivery.lostAttempts === 'number' && delivery.attempts.length < delivery.lostAttempts
    const result = lost ? { status: null, error: 'lost on the way' } : await this.#post(event)
    if (this.#stopping.signal.aborted && result.status === null) return
    delivery.attempts.push({ at, ...result })
    if (result.status !== null && result.status >= 200 && result.status < 300) {
      delivery.state = 'delivered'
      event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
      return
    }
    const pause = pauses[delivery.attempts.length - 1]
    if (pause === undefined) delivery.state = 'given-up'
    else delivery.dueAt = this.#clock.millis() + pause
  }

  async #post(event: Stripe.Event): Promise<{ status: number | null; error?: string }> {
    const body = JSON.stringify(event, null, 2)
    try {
      const response = await fetch(this.endpoint.url ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(body, this.endpoint.secret, this.#clock.givenSeconds()),
        },
        body,
        redirect: 'manual',
        signal: this.endpoint.mayTakeLong
          ? this.#stopping.signal
          : AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await response.arrayBuffer()
      return { status: response.status }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Stripe's header: `t=` seconds, `v1=` HMAC-SHA256 of "t.body" under the endpoint's secret. */
export function signature(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
