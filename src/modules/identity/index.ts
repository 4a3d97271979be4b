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

/** What an organization says of itself; '' where nothing is said. */
export interface OrganizationDetails {
  name: string
  addressLine1: string
  addressLine2: string
  postalCode: string
  city: string
  region: string
  country: string
  taxId: string
  /** Its own number for orders; absent: as it is. */
  reference?: string | undefined
  /** Where its invoices go as well; absent: as it is. */
  billingEmail?: string | undefined
}

/** Who pays when a company buys. */
export interface Organization extends OrganizationDetails {
  id: string
  reference: string
  billingEmail: string
}

/** What neighbours may ask about organizations. Its managers buy for it and hand out its seats; none need take part. */
export abstract class Organizations {
  abstract get(id: string): Promise<Organization | null>
  /** The oldest first. */
  abstract managedBy(userId: string): Promise<Organization[]>
  /** Ids of accounts; whoever has managed longest comes first. */
  abstract managersOf(id: string): Promise<string[]>
  abstract mayManage(userId: string, id: string): Promise<boolean>
  /** @throws AppError not-found `ORGANIZATION_NOT_FOUND`, also for one that somebody else manages */
  abstract assertManages(userId: string, id: string): Promise<void>
  /** Makes it with its first manager; of one that there is, its managers change the details. @throws as `assertManages` */
  abstract save(userId: string, id: string, details: OrganizationDetails): Promise<Organization>
}
