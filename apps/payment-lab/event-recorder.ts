import type Stripe from 'stripe'
import type { Chaos } from './chaos.ts'
import type { Deliveries } from './deliveries.ts'
import type { LabClock } from './lab-clock.ts'
import type { Records } from './records.ts'

/** The API version of the lab's objects, which the installed SDK pins. */
export const apiVersion = '2026-10-28.endive'

/** The request that caused an event. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

/** Records Stripe's events of objects, and queues their deliveries. */
export class EventRecorder {
  /** The request being executed; events of scheduled tasks have no cause. */
  cause: Cause = { requestId: null, idempotencyKey: null }
  readonly #records: Records
  readonly #clock: LabClock
  readonly #chaos: Chaos
  readonly #deliveries: Deliveries

  constructor(records: Records, clock: LabClock, chaos: Chaos, deliveries: Deliveries) {
    this.#records = records
    this.#clock = clock
    this.#chaos = chaos
    this.#deliveries = deliveries
  }

  /** Records one event with a snapshot of the object, unless the event is silenced or suppressed. */
  record(
    type: Stripe.Event['type'],
    object: { object: string; id?: string },
    previous?: Record<string, unknown>,
  ): void {
    const silenced = this.#records.takeSilence(object.id ?? '')
    const plan = this.#chaos.forEvent(type)
    if (silenced || plan.suppressed) return
    const event = {
      id: this.#records.newId('evt_3'),
      object: 'event',
      api_version: apiVersion,
      created: this.#clock.seconds(),
      data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: 0,
      request: { id: this.cause.requestId, idempotency_key: this.cause.idempotencyKey },
      type,
    } as unknown as Stripe.Event
    this.#records.add('event', event)
    this.#deliveries.enqueue(event, plan)
  }

  /** Sends an event again, `copies` times, as `stripe events resend` does. */
  resend(event: Stripe.Event, copies: number): void {
    const times = Array.from({ length: copies }, () => 0)
    this.#deliveries.enqueue(event, {
      suppressed: false,
      copies,
      delaysMs: times,
      windowMs: 0,
      orders: times,
      lostAttempts: 0,
    })
  }
}
