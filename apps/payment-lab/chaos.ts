import { z } from 'zod'
import { SeededRandom } from './random.ts'

const rate = z.number().min(0).max(1).default(1)
const times = z.int().min(1).optional()

/** One kind of trouble for API requests; `match.path` may end in or contain `*`. */
const RequestRule = z.strictObject({
  match: z.strictObject({ method: z.string().optional(), path: z.string().optional() }).default({}),
  /** `answer`: the given status; `cut`: the connection is destroyed; `delay`: answered late. */
  fault: z.enum(['answer', 'cut', 'delay']),
  /** `before` the request is executed (nothing happened) or `after` (it happened, the caller cannot know). */
  when: z.enum(['before', 'after']).default('before'),
  status: z.int().min(400).max(599).default(500),
  /** Of the error that is answered; what Stripe uses with the status unless told. */
  code: z.string().optional(),
  ms: z.int().min(0).max(60_000).default(1000),
  rate,
  times,
})

/** One kind of trouble for webhooks; `match.type` may contain `*`. */
const WebhookRule = z.strictObject({
  match: z.strictObject({ type: z.string().optional() }).default({}),
  /** `suppress`: the event is never generated, so it is neither delivered nor listed. */
  fault: z.enum(['drop', 'duplicate', 'delay', 'reorder', 'suppress']),
  /** Copies delivered in all when duplicating. */
  copies: z.int().min(2).max(1000).default(2),
  /** Delay: up to so many milliseconds. Reorder: everything within one window of so many is shuffled. */
  ms: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .default(1000),
  /** Drop: only the first so many attempts get lost; all when absent. */
  attempts: z.int().min(1).optional(),
  rate,
  times,
})

/** Body of `POST /lab/chaos`; an empty object ends all trouble. */
export const ChaosPlan = z.strictObject({
  seed: z.union([z.string(), z.number()]).transform(String).default('chaos'),
  requests: z.array(RequestRule).default([]),
  webhooks: z.array(WebhookRule).default([]),
  /** How long objects stay invisible to search, as Stripe's search lags. */
  searchLagMs: z.int().min(0).default(0),
  /** Deliveries under way at once. */
  concurrency: z.int().min(1).max(64).default(4),
})
export type ChaosPlan = z.infer<typeof ChaosPlan>
export type RequestFault = Pick<z.infer<typeof RequestRule>, 'fault' | 'when' | 'status' | 'code' | 'ms'>

/** What shall become of the deliveries of one event. */
export interface Posting {
  suppressed: boolean
  copies: number
  delaysMs: number[]
  /** Set when deliveries of one window are shuffled: the window's length. */
  windowMs: number
  orders: number[]
  /** Attempts that get lost on the way; Infinity when dropped for good. */
  lostAttempts: number
}

/** Decides about trouble from a plan and a seed: the same plan and the same calls give the same faults. */
export class Chaos {
  plan: ChaosPlan = ChaosPlan.parse({})
  #random = new SeededRandom('chaos')
  #used = new Map<object, number>()

  /** Replaces the plan and starts its dice again from the seed. */
  begin(plan: ChaosPlan): void {
    this.plan = plan
    this.#random = new SeededRandom(plan.seed)
    this.#used = new Map()
  }

  /** The fault of this API request, if any. The first rule that strikes decides. */
  forRequest(method: string, path: string): RequestFault | undefined {
    return this.plan.requests.find(
      (rule) =>
        (rule.match.method === undefined || rule.match.method.toUpperCase() === method) &&
        (rule.match.path === undefined || matches(rule.match.path, path)) &&
        this.#strikes(rule),
    )
  }

  /** What becomes of an event's deliveries; several rules may strike together. */
  forEvent(type: string): Posting {
    const posting: Posting = {
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
      if (!this.#strikes(rule)) continue
      if (rule.fault === 'suppress') posting.suppressed = true
      else if (rule.fault === 'drop') posting.lostAttempts = rule.attempts ?? Number.POSITIVE_INFINITY
      else if (rule.fault === 'duplicate') posting.copies = rule.copies
      else if (rule.fault === 'reorder') posting.windowMs = rule.ms
      else delays.push(rule.ms)
    }
    const copies = Array.from({ length: posting.copies })
    posting.delaysMs = copies.map(() => delays.reduce((sum, ms) => sum + this.#random.below(ms + 1), 0))
    posting.orders = copies.map(() => (posting.windowMs > 0 ? this.#random.below(1_000_000) : 0))
    return posting
  }

  #strikes(rule: { rate: number; times?: number | undefined }): boolean {
    const used = this.#used.get(rule) ?? 0
    if (rule.times !== undefined && used >= rule.times) return false
    if (this.#random.next() >= rule.rate) return false
    this.#used.set(rule, used + 1)
    return true
  }
}

/** Compares with a pattern in which `*` stands for anything. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(text)
}
