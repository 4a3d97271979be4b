import type { StaffRole } from '#platform/kernel/actor.ts'

export { knownAccounts } from './domain/known-accounts.ts'

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

/** The data about members of staff for other modules. */
export abstract class StaffNames {
  /** Usernames keyed by id; unknown ids are absent. */
  abstract usernames(staffIds: readonly string[]): Promise<Map<string, string>>
  /** By username. A username is never given to another member. */
  abstract members(): Promise<{ username: string; role: StaffRole; disabled: boolean }[]>
}

/** The data about customers for other modules. An erased person is unknown: `null`, or absent from `getMany`. */
export abstract class Customers {
  abstract get(userId: string): Promise<Customer | null>
  /** Keyed by id; unknown and erased ids are absent. */
  abstract getMany(userIds: readonly string[]): Promise<Map<string, Customer>>
  /** The customer with exactly this address, in any case. */
  abstract getByEmail(email: string): Promise<Customer | null>
  /** Customers whose address contains `text` (any case), newest first. */
  abstract searchByEmail(text: string, limit: number): Promise<Customer[]>
}

/** The details that an organization has entered; '' for none. */
export interface OrganizationDetails {
  name: string
  addressLine1: string
  addressLine2: string
  postalCode: string
  city: string
  region: string
  country: string
  taxId: string
  /** Its own number for orders; undefined leaves it unchanged. */
  reference?: string | undefined
  /** A further recipient of its invoices; undefined leaves it unchanged. */
  billingEmail?: string | undefined
}

/** A company that pays for orders. */
export interface Organization extends OrganizationDetails {
  id: string
  reference: string
  billingEmail: string
  /** Whether the owner of the billing address has confirmed it. Nothing is sent there before. */
  billingEmailConfirmed: boolean
}

/** The data about organizations for other modules. Managers buy for an organization and assign its seats; they need no seat. */
export abstract class Organizations {
  abstract get(id: string): Promise<Organization | null>
  /** The organizations of the person, oldest first. */
  abstract managedBy(userId: string): Promise<Organization[]>
  /** Ids of accounts; the manager of longest standing comes first. */
  abstract managersOf(id: string): Promise<string[]>
  abstract mayManage(userId: string, id: string): Promise<boolean>
  /** @throws AppError not-found `ORGANIZATION_NOT_FOUND`, also when the person does not manage it */
  abstract assertManages(userId: string, id: string): Promise<void>
  /** Makes an organization with its first manager, or changes one that the person manages. @throws as `assertManages` */
  abstract save(userId: string, id: string, details: OrganizationDetails): Promise<Organization>
}
