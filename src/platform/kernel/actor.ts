/** What a member of staff may do. `owner` may do everything the others may. */
export const staffRoles = ['owner', 'editor', 'finance', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Who is behind a request or a recorded event. Ids only: this ends in a log that cannot forget. */
export type Actor =
  | { kind: 'guest' }
  | { kind: 'customer'; userId: string; sessionId: string }
  | { kind: 'staff'; staffId: string; username: string; role: StaffRole; sessionId: string }
  | { kind: 'provider'; name: 'stripe' }
  | { kind: 'system'; name: string }
