import { Database } from '#platform/database/database.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { isPayable, statusOf } from '../domain/status.ts'
import { Orders } from '../orders/orders.ts'
import { orderTables } from '../orders/tables.ts'
import { heldPlace, ordersOf } from './held-place.ts'

const day = 24 * 3_600_000
/** Longer than an open order lives: an old link still leads somewhere that says what became of it. */
const resumeMs = 30 * day
const refuseMs = 365 * day

const resumePath = (orderId: string): string => `/api/checkout/resume/${orderId}`
const refusePath = '/api/checkout/reminders/stop'
const programPath = '/certification/program-details'

/** Signed links of mails about open payments: back to the payment, and no more such mails. They open no session. */
export class OpenCheckouts {
  static readonly needs = {
    orders: Orders,
    database: Database,
    signer: LinkSigner,
    clock: Clock,
  }
  readonly #parts: Given<typeof OpenCheckouts.needs>

  constructor(parts: Given<typeof OpenCheckouts.needs>) {
    this.#parts = parts
  }

  resumeUrl(orderId: string): string {
    return this.#parts.signer.sign(resumePath(orderId), {}, this.#in(resumeMs))
  }

  refuseUrl(buyerId: string): string {
    return this.#parts.signer.sign(refusePath, { user: buyerId }, this.#in(refuseMs))
  }

  /** The page on which the holder of a resume link continues: the payment, its outcome, or the program. */
  async resume(
    orderId: string,
    query: Record<string, unknown>,
    customer: CustomerActor | null,
  ): Promise<string> {
    if (!isUuid(orderId) || this.#parts.signer.verify(resumePath(orderId), query) === null) return programPath
    const { order } = await this.#parts.orders.load(orderId)
    const status = statusOf(order)
    if (order.placed === null || status === 'cancelled') return programPath
    if (!isPayable(order)) return `/certification/enrollment/${orderId}`
    if (customer === null) return `/login?returnTo=${encodeURIComponent('/payment')}`
    // Another account is signed in here: the page of the order says that the order is not theirs.
    return customer.userId === order.placed.buyerId ? '/payment' : `/certification/enrollment/${orderId}`
  }

  /** The buyer to whom the link was mailed. @throws AppError not-found `LINK_EXPIRED`. */
  refuser(query: Record<string, unknown>): string {
    const buyerId = this.#parts.signer.verify(refusePath, query)?.user
    if (buyerId === undefined) {
      throw new AppError('not-found', 'LINK_EXPIRED', 'This link is not valid any more. Please write to us.')
    }
    return buyerId
  }

  /** @throws AppError not-found `LINK_EXPIRED`. */
  async refuse(query: Record<string, unknown>): Promise<void> {
    const buyerId = this.refuser(query)
    await orderTables(this.#parts.database.sql)
      .insertInto('commerce_reminder_refusal')
      .values({ buyer_id: buyerId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** True for a buyer who wants no reminders, or has a place in the product already. */
  async isUnwelcome(buyerId: string, productId: string): Promise<boolean> {
    const refused = await orderTables(this.#parts.database.sql)
      .selectFrom('commerce_reminder_refusal')
      .select('buyer_id')
      .where('buyer_id', '=', buyerId)
      .executeTakeFirst()
    if (refused !== undefined) return true
    return (
      (await heldPlace(this.#parts.orders, await ordersOf(this.#parts.database.sql, buyerId), productId)) !==
      null
    )
  }

  #in(ms: number): Date {
    return new Date(this.#parts.clock.now().getTime() + ms)
  }
}
