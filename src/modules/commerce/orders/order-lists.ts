import { sql } from 'kysely'
import type { Organizations } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { type FlagReason, flagReasons } from '../domain/events.ts'
import { givesPlace } from '../domain/place.ts'
import { CustomerOrders, type OrderBrief } from '../index.ts'
import { type Buyer, buyersOf } from './buyers.ts'
import type { Loaded } from './loaded.ts'
import { OrderRow, type OrderSummary, rowOf } from './order-row.ts'
import type { Orders } from './orders.ts'
import { orderTables } from './tables.ts'
import { type BuyerStanding, standingOf } from './views.ts'

/** Of an order that is not disputed and cannot be paid. */
const settled = (status: OrderSummary['status']): BuyerStanding => ({
  dispute: null,
  holdsPlace: givesPlace(status, null),
  payable: false,
  failureCode: null,
})

export interface BoughtOrder {
  row: OrderSummary
  buyer: Buyer | null
  /** The state of the payment: looked up where it is open, disputed now, or was lost. */
  standing: BuyerStanding
}

/** Lists and searches over the read-model rows; a single order is read from its log. */
export class OrderLists extends CustomerOrders {
  readonly #database: Database
  readonly #orders: Orders
  readonly #organizations: Organizations

  constructor(database: Database, orders: Orders, organizations: Organizations) {
    super()
    this.#database = database
    this.#orders = orders
    this.#organizations = organizations
  }

  override async ofCustomer(userId: string): Promise<OrderBrief[]> {
    const found = await this.#bought({ buyerId: userId })
    return found.map(({ row: { id, status, productName, totalMinor, currency, createdAt } }) => ({
      id,
      status,
      product: productName,
      totalMinor,
      currency,
      createdAt,
    }))
  }

  /** A customer's orders, newest first, with the buyer as of each order; without those of organizations that they left. */
  async ofBuyer(buyerId: string): Promise<BoughtOrder[]> {
    const bought = await this.#bought({ buyerId })
    const readable = await Promise.all(bought.map(({ row }) => this.#mayRead(buyerId, row)))
    return bought.filter((_, at) => readable[at])
  }

  /** An order of an organization belongs to all its managers, whoever placed it. */
  #mayRead(userId: string, { buyerId, organizationId }: OrderSummary): boolean | Promise<boolean> {
    if (organizationId == null) return buyerId === userId
    return this.#organizations.mayManage(userId, organizationId)
  }

  /** The orders of an organization, newest first; the caller has made sure that its people ask. */
  ofOrganization(organizationId: string): Promise<BoughtOrder[]> {
    return this.#bought({ organizationId })
  }

  async #bought(of: { buyerId: string } | { organizationId: string }): Promise<BoughtOrder[]> {
    const rows = await this.#database
      .em()
      .find(OrderRow, of, { orderBy: { createdAt: 'desc', id: 'asc' }, limit: 200 })
    const buyers = await this.#buyers(rows.map((row) => row.id))
    return Promise.all(
      rows.map(async (row) => ({
        row,
        buyer: buyers.get(row.id) ?? null,
        // The row says that there is a message, the log has its content.
        standing:
          row.disputed || row.open || row.refundedMinor > 0
            ? standingOf((await this.#orders.load(row.id)).order)
            : settled(row.status),
      })),
    )
  }

  /**
   * One order that this customer placed for themselves, or of an organization that they manage, folded from its log.
   * AppError not-found, the same for foreign and unknown ids.
   */
  async ofBuyerById(
    buyerId: string,
    orderId: string,
  ): Promise<{ loaded: Loaded; row: OrderSummary; buyer: Buyer | null }> {
    const loaded = isUuid(orderId) ? await this.#orders.load(orderId) : null
    const row = loaded === null ? null : rowOf(loaded.order, loaded.version, loaded.span)
    if (loaded === null || row === null) throw orderNotFound()
    if (!(await this.#mayRead(buyerId, row))) throw orderNotFound()
    const buyers = await this.#buyers([orderId])
    return { loaded, row, buyer: buyers.get(orderId) ?? null }
  }

  /** One order for finance. @throws AppError not-found. */
  async load(orderId: string, version?: number): Promise<Loaded> {
    const loaded = isUuid(orderId) ? await this.#orders.load(orderId, version) : null
    if (loaded === null || loaded.order.placed === null) throw orderNotFound()
    return loaded
  }

  /** How many flags were raised in all, of each reason; one that is dealt with stays with its order. */
  async countFlags(): Promise<Record<FlagReason, number>> {
    const rows = await orderTables(this.#database.sql)
      .selectFrom((orders) =>
        orders
          .selectFrom('commerce_order')
          .select(sql<string>`unnest(flags)`.as('flag'))
          .where(sql<boolean>`flags <> '{}'`)
          .as('raised'),
      )
      .select(({ fn }) => [
        sql<FlagReason>`split_part(flag, ':', 1)`.as('reason'),
        fn.countAll<number>().as('count'),
      ])
      .groupBy('reason')
      .execute()
    const raised = new Map(rows.map(({ reason, count }) => [reason, count]))
    return Object.fromEntries(flagReasons.map((reason) => [reason, raised.get(reason) ?? 0])) as Record<
      FlagReason,
      number
    >
  }

  async #buyers(orderIds: readonly string[]): Promise<Map<string, Buyer>> {
    const stored = await buyersOf(this.#database.sql, orderIds)
    return new Map([...stored].map(([orderId, { buyer }]) => [orderId, buyer]))
  }
}

/** The one answer for an order that is not there, or not yours. */
export function orderNotFound(): AppError {
  return new AppError('not-found', 'ORDER_NOT_FOUND', 'Order not found')
}

/** A day means its first moment, UTC. */
export function momentOf(when: string): Date {
  return new Date(when.length === 10 ? `${when}T00:00:00Z` : when)
}

/** The moment a period ends before: a day counts whole. */
export function endOf(when: string): Date {
  return when.length === 10 ? new Date(momentOf(when).getTime() + 24 * 3_600_000) : momentOf(when)
}
