import { Organizations } from '#modules/identity/index.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Log } from '#platform/telemetry/log.ts'
import type { Order } from '../domain/order.ts'
import { awaitsDeposits, isOpen, type OrderStatus, statusOf } from '../domain/status.ts'
import type { Author } from '../orders/author.ts'
import { type FoundOrder, Observations } from '../orders/observations.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { lookingMs, withTimeLimit } from '../payments/stripe/time-limit.ts'

/** What the page that the buyer returns to may show. */
export interface ReturnedOrder {
  id: string
  status?: OrderStatus
}

const intentId = /^pi_[A-Za-z0-9_]{1,250}$/
const sessionId = /^cs_[A-Za-z0-9_]{1,250}$/

/**
 * The browser is back from paying. Nothing it says is believed: the server looks at Stripe itself. With a session the
 * order must be the caller's, or of an organization that they manage; without one only its id is answered.
 */
export class Returns {
  static readonly needs = {
    observations: Observations,
    stripe: StripeAccount,
    organizations: Organizations,
    log: Log,
    clock: Clock,
  }
  readonly #parts: Given<typeof Returns.needs>

  constructor(parts: Given<typeof Returns.needs>) {
    this.#parts = parts
  }

  /** @throws AppError not-found `ORDER_NOT_FOUND`, the same for unknown, malformed and foreign. */
  async verify(id: string, customer: CustomerActor | null, requestId: string): Promise<ReturnedOrder> {
    const found = intentId.test(id) ? await this.#parts.observations.orderOf(id) : null
    if (found === null) throw unknown()
    if (customer !== null && !(await this.#mayReturn(customer.userId, found))) throw unknown()
    const author: Author = { actor: customer ?? { kind: 'guest' }, requestId }
    const status = await this.#lookOnce(found, id, author)
    return customer === null ? { id: found.id } : { id: found.id, status }
  }

  /** As `verify`, for a payment made on Stripe's own checkout page. */
  async verifySession(id: string, customer: CustomerActor | null, requestId: string): Promise<ReturnedOrder> {
    const paidBy = sessionId.test(id)
      ? await withTimeLimit(this.#parts.clock, lookingMs, this.#parts.stripe.intentOfSession(id))
      : null
    if (paidBy === null) throw unknown()
    return this.verify(paidBy, customer, requestId)
  }

  /**
   * Where the buyer of an order confirms deposits to their bank account, while its payment waits for that. The address
   * is asked for each time: it is as good as a key, and the log cannot forget.
   */
  async bankVerification(order: Order): Promise<{ url: string | null } | null> {
    const waiting = awaitsDeposits(order)
    if (waiting === null) return null
    try {
      return {
        url: await withTimeLimit(
          this.#parts.clock,
          lookingMs,
          this.#parts.stripe.verificationUrl(waiting.intentId),
        ),
      }
    } catch (err) {
      this.#parts.log.logger.warn(
        { err, orderId: order.id },
        'the page that verifies a bank account could not be had',
      )
      return { url: null }
    }
  }

  /** Any manager of an organization may pay its orders. */
  async #mayReturn(userId: string, { buyerId, organizationId }: FoundOrder): Promise<boolean> {
    if (!organizationId) return buyerId === userId
    return this.#parts.organizations.mayManage(userId, organizationId)
  }

  /** Only an order that is still open is worth a question to Stripe; when Stripe is down what was recorded answers. */
  async #lookOnce({ id, status }: FoundOrder, paidBy: string, author: Author): Promise<OrderStatus> {
    if (!isOpen(status)) return status
    try {
      const seen = await withTimeLimit(
        this.#parts.clock,
        lookingMs,
        this.#parts.observations.observe(paidBy, author, undefined, {
          orderId: id,
          subject: 'payment',
          charged: true,
        }),
      )
      return seen.outcome === 'applied' ? statusOf(seen.loaded.order) : status
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
      this.#parts.log.logger.warn({ err: error, orderId: id }, 'a returning payment could not be looked at')
      return status
    }
  }
}

function unknown(): AppError {
  return new AppError('not-found', 'ORDER_NOT_FOUND', 'No order information found')
}
