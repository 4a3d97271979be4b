import type { Account } from './world.ts'

/** A company that has ordered. */
export interface Company {
  /** Distinguishes its people's addresses from those of others. */
  number: number
  name: string
  organizationId: string
  orderId: string
  seats: number
  manager: Account
}
