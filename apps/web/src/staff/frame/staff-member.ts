import { createContext, useContext } from 'react'
import type { Role, Staff } from '../api.ts'

/** The signed-in member of staff. */
export const StaffMemberContext = createContext<Staff | null>(null)

/** The signed-in member of staff. @throws Error outside of it */
export function useStaffMember(): Staff {
  const staff = useContext(StaffMemberContext)
  if (staff === null) throw new Error('Used outside of the staff screen')
  return staff
}

/** True if the role is one of `roles`; always true for an owner. */
export const mayUse = (role: Role, roles: readonly Role[]): boolean =>
  role === 'owner' || roles.includes(role)

/** True when this member of staff may change content, leads and sources. */
export const useMayEdit = (): boolean => mayUse(useStaffMember().role, ['editor'])

/** True when this member of staff may read streams and move money; false for those who read lists only. */
export const useMayAudit = (): boolean => mayUse(useStaffMember().role, ['finance'])

/** The text in place of a missing address: some roles may not see it; for the others it has been erased. */
export const useNoAddressWords = (): string => (useMayAudit() ? 'no longer stored' : 'not shown')
