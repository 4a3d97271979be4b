import { z } from 'zod'
import { SeededRandom } from './random.ts'

const rate = z.number().min(0).max(1).default(1)
const times = z.int().min(1).optional()

/** A fault for API requests; `match.path` may contain `*`. */
const RequestRule = z.strictObject({
  match: z.strictObject({ method: z.string().optional(), path: z.string().optional() }).default({}),
  /** `answer`: the given status; `cut`: the connection is destroyed; `delay`: answered late. */
  fault: z.enum(['answer', 'cut', 'delay']),
  /** `before` the request is executed, or `after`, when the caller cannot know that it was. */
  when: z.enum(['before', 'after']).default('before'),
  status: z.int().min(400).max(599).default(500),
  /** The code of the error; by default Stripe's code for the status. */
  code: z.string().optional(),
  ms: z.int().min(0).max(60_000).default(1000),
  rate,
  times,
})

/** A fault for webhooks; `match.type` may contain `*`. */
const WebhookRule = z.strictObject({
  match: z.strictObject({ type: z.string().optional() }).default({}),
  /** `suppress`: the event is never generated, so it is neither delivered nor listed. */
  fault: z.enum(['drop', 'duplicate', 'delay', 'reorder', 'suppress']),
  /** Duplicate: the total number of copies. */
  copies: z.int().min(2).max(1000).default(2),
  /** Delay: the longest one in milliseconds. Reorder: the length of a window in which deliveries are shuffled. */
  ms: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .default(1000),
  /** Drop: the number of attempts that are lost; all when absent. */
  attempts: z.int().min(1).optional(),
  rate,
  times,
})

/** Body of `POST /lab/chaos`; an empty object removes all faults. */
export const ChaosPlan = z.strictObject({
  seed: z.union([z.string(), z.number()]).transform(String).default('chaos'),
  requests: z.array(RequestRule).default([]),
  webhooks: z.array(WebhookRule).default([]),
  /** Milliseconds until search finds an object, as Stripe's search lags. */
  searchLagMs: z.int().min(0).default(0),
  /** The number of concurrent deliveries. */
  concurrency: z.int().min(1).max(64).default(4),
})
export type ChaosPlan = z.infer<typeof ChaosPlan>
export type RequestFault = Pick<z.infer<typeof RequestRule>, 'fault' | 'when' | 'status' | 'code' | 'ms'>

/** The faults of the deliveries of one event. */
export interface DeliveryPlan {
  suppressed: boolean
  copies: number
  delaysMs: number[]
  /** The length of the window in which deliveries are shuffled; 0 for none. */
  windowMs: number
  orders: number[]
  /** The number of lost attempts; Infinity if the event is dropped. */
  lostAttempts: number
}

/** Decides about faults from a plan and a seed: the same plan and the same calls give the same faults. */
export class Chaos {
  plan: ChaosPlan = ChaosPlan.parse({})
  #random = new SeededRandom('chaos')
  #used = new Map<object, number>()

  /** Replaces the plan and restarts the random generator from the seed. */
  begin(plan: ChaosPlan): void {
    this.plan = plan
    this.#random = new SeededRandom(plan.seed)
    this.#used = new Map()
  }

  /** The fault of this API request, if any. The first rule that applies decides. */
  forRequest(method: string, path: string): RequestFault | undefined {
    return this.plan.requests.find(
      (rule) =>
        (rule.match.method === undefined || rule.match.method.toUpperCase() === method) &&
        (rule.match.path === undefined || matches(rule.match.path, path)) &&
        this.#applies(rule),
    )
  }

  /** The faults of an event's deliveries; several rules may apply together. */
  forEvent(type: string): DeliveryPlan {
    const delivery: DeliveryPlan = {
      suppressed: false,
      copies: 1,
      delaysMs: [0],
      windowMs: 0,
      orders: [0],
      lostAttempts: 0,
    }
    const delays: number[] = []
    for (const rule of this.plan.webhooks) {
      if (rule.match.type !== undefined && !matches(rule.match.type, type)) continue
      if (!this.#applies(rule)) continue
      if (rule.fault === 'suppress') delivery.suppressed = true
      else if (rule.fault === 'drop') delivery.lostAttempts = rule.attempts ?? Number.POSITIVE_INFINITY
      else if (rule.fault === 'duplicate') delivery.copies = rule.copies
      else if (rule.fault === 'reorder') delivery.windowMs = rule.ms
      else delays.push(rule.ms)
    }
    const copies = Array.from({ length: delivery.copies })
    delivery.delaysMs = copies.map(() => delays.reduce((sum, ms) => sum + this.#random.below(ms + 1), 0))
    delivery.orders = copies.map(() => (delivery.windowMs > 0 ? this.#random.below(1_000_000) : 0))
    return delivery
  }

  #applies(rule: { rate: number; times?: number | undefined }): boolean {
    const used = this.#used.get(rule) ?? 0
    if (rule.times !== undefined && used >= rule.times) return false
    if (this.#random.next() >= rule.rate) return false
    this.#used.set(rule, used + 1)
    return true
  }
}

/** Whether a text matches a pattern in which `*` matches any text. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(text)
}
