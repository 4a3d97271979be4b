import { AppError } from '#platform/kernel/error.ts'
import { observe } from '../../../src/modules/commerce/domain/decisions.ts'
import {
  creditNotesDue,
  debitNotesDue,
  needsInvoice,
} from '../../../src/modules/commerce/domain/documents-due.ts'
import { identityOf, type Observation, type OrderEvent } from '../../../src/modules/commerce/domain/events.ts'
import { evolve, newOrder, type Order } from '../../../src/modules/commerce/domain/order.ts'
import { observeRefundRefused, requestRefund } from '../../../src/modules/commerce/domain/refund-decisions.ts'
import { consequencesOf } from '../../../src/modules/commerce/orders/consequences.ts'
import { effectsOf } from '../../../src/modules/commerce/orders/effects.ts'
import { orderId } from './lives.ts'
import { issued, issuedNote } from './orders.ts'

/** The log of one order in memory, appended to as `Orders.change` does: what is decided, and all that it entails. */
export class OrderLog {
  readonly events: OrderEvent[] = []
  /** Queue and key of everything queued. */
  readonly jobs: string[] = []
  order: Order = newOrder(orderId)
  readonly #stored = new Set<string>()
  #asked = 0

  constructor(begun: readonly OrderEvent[]) {
    this.#append(begun)
  }

  /** What somebody decides; a refusal stores nothing. */
  decide(decision: (order: Order) => OrderEvent[]): void {
    let decided: OrderEvent[] = []
    try {
      decided = decision(this.order)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    this.#append(decided)
  }

  tell(facts: readonly Observation[]): void {
    this.#append(observe(this.order, facts))
  }

  /** Finance asks for a refund, as far as there is something to refund, and Stripe refuses it. */
  refuse(): void {
    const idempotencyKey = `refused-${this.#asked}`
    this.#asked += 1
    try {
      this.#append(requestRefund(this.order, { idempotencyKey, amount: 1, reason: 'x', by: 's' }))
    } catch {
      return
    }
    this.#append(observeRefundRefused(this.order, idempotencyKey, { code: 'refused', message: 'No.' }))
  }

  #append(decided: readonly OrderEvent[]): void {
    const before = this.order
    const news = [...decided, ...consequencesOf(decided.reduce(evolve, before))]
    const documents = this.#documents(news.reduce(evolve, before))
    const all = [...news, ...documents]
    if (all.length === 0) return
    for (const event of all) {
      const { source, sourceId } = identityOf(event)
      const id = `${source} ${sourceId}`
      if (this.#stored.has(id)) throw new Error(`${id} is stored a second time`)
      this.#stored.add(id)
    }
    this.order = all.reduce(evolve, before)
    this.events.push(...all)
    const { jobs } = effectsOf(
      { order: before },
      { order: this.order, version: this.events.length },
      all,
      new Date(0),
    )
    this.jobs.push(...jobs.map(({ queue, key }) => `${queue} ${key}`))
  }

  #documents(order: Order): OrderEvent[] {
    const number = this.events.length + 1
    const invoice: OrderEvent[] = needsInvoice(order)
      ? [{ type: 'InvoiceIssued', data: issued({ number }) }]
      : []
    return [
      ...invoice,
      ...creditNotesDue(invoice.reduce(evolve, order)).map((owed): OrderEvent => {
        return { type: 'CreditNoteIssued', data: issuedNote({ number, ...owed }) }
      }),
      ...debitNotesDue(order).map((owed): OrderEvent => {
        return { type: 'DebitNoteIssued', data: issuedNote({ number, ...owed }) }
      }),
    ]
  }
}
