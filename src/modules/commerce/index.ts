import type { OrderStatus } from './domain/status.ts'

export type { OrderStatus }

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
