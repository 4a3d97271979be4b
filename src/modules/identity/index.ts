import type { StaffRole } from '#platform/kernel/actor.ts'

/** A person with an account. Lists and documents of other modules show these fields. */
export interface Customer {
  id: string
  email: string
  firstName: string
  lastName: string
  isEmailVerified: boolean
  createdAt: Date
  phone: string | null
  company: string | null
}

/** What neighbours may ask about members of staff. */
export abstract class StaffNames {
  /** Usernames keyed by id; unknown ids are absent. */
  abstract usernames(staffIds: readonly string[]): Promise<Map<string, string>>
  /** By username. A username is never given to another member. */
  abstract members(): Promise<{ username: string; role: StaffRole; disabled: boolean }[]>
}

/** What neighbours may ask about people. An erased person is unknown: `null`, or absent from `getMany`. */
export abstract class Customers {
  abstract get(userId: string): Promise<Customer | null>
  /** Keyed by id; unknown and erased ids are absent. */
  abstract getMany(userIds: readonly string[]): Promise<Map<string, Customer>>
  /** The customer with exactly this address, in any case. */
  abstract getByEmail(email: string): Promise<Customer | null>
  /** Customers whose address contains `text` (any case), newest first. */
  abstract searchByEmail(text: string, limit: number): Promise<Customer[]>
}
