/** The roles of staff. `owner` may do everything that the others may. */
export const staffRoles = ['owner', 'editor', 'finance', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The author of a request or of a recorded event. Ids only: it is stored in a log from which nothing can be deleted. */
export type Actor =
  | { kind: 'guest' }
  | { kind: 'customer'; userId: string; sessionId: string }
  | { kind: 'staff'; staffId: string; username: string; role: StaffRole; sessionId: string }
  | { kind: 'provider'; name: 'stripe' }
  | { kind: 'system'; name: string }
