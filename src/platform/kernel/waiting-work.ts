import type { StaffRole } from './actor.ts'

/** The kinds of work, in the order of the page Today. */
export const workAreas = ['Leads', 'Finance', 'Participants', 'Content', 'Operations'] as const

/** Something that waits for a person: how many there are, and the page of the staff screen that lists them. */
export interface WaitingItem {
  area: (typeof workAreas)[number]
  /** A plural noun: `Bank transfers to allocate`. */
  title: string
  count: number
  /** The address below `/admin`, with its filter. */
  address: string
}

/** A member of staff who asks what waits. */
export interface Worker {
  username: string
  role: StaffRole
}

/**
 * What of one module waits for a person. Every module with such work binds one; each number comes from the class that
 * also answers the list behind it.
 */
export abstract class WaitingWork {
  /** The items that this member of staff may see, those of which nothing waits included; others are neither read nor named. */
  abstract of(worker: Worker): Promise<WaitingItem[]>
}

/** Whether a role is one of `roles`; an owner may see everything. */
export const sees = (role: StaffRole, ...roles: readonly StaffRole[]): boolean =>
  role === 'owner' || roles.includes(role)
