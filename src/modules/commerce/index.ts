import type { OrderStatus } from './domain/status.ts'
import type { Touches, TouchSide } from './domain/touches.ts'

export { keptTouches, searchedSource, sourcesOf, touchesOf } from './domain/touches.ts'
export type { OrderStatus, Touches, TouchSide }

/** An order as neighbours see it. */
export interface OrderBrief {
  id: string
  status: OrderStatus
  product: string
  /** In minor units of `currency`. */
  totalMinor: number
  currency: string
  createdAt: Date
}

/** What neighbours may ask about orders. */
export abstract class CustomerOrders {
  /** A customer's orders, newest first. */
  abstract ofCustomer(userId: string): Promise<OrderBrief[]>
}

/** What commerce asks about leads, without those in quarantine. */
export abstract class LeadSources {
  /** The touches of the earliest lead from a verified address whose sender agreed to measuring; null for none. */
  abstract earliest(email: string): Promise<Touches | null>

  /** How many leads each source brought; null for unknown. */
  abstract counts(from: Date, to: Date, side: TouchSide): Promise<Map<string | null, number>>
}
