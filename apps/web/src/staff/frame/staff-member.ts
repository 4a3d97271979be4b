import { createContext, useContext } from 'react'
import type { Role, Staff } from '../api.ts'

/** Who works at the staff screen. */
export const StaffMemberContext = createContext<Staff | null>(null)

/** Who works at the staff screen. @throws Error outside of it */
export function useStaffMember(): Staff {
  const staff = useContext(StaffMemberContext)
  if (staff === null) throw new Error('Used outside of the staff screen')
  return staff
}

/** True when somebody of this role may see or do what is for `roles`; an owner may always. */
export const mayUse = (role: Role, roles: readonly Role[]): boolean =>
  role === 'owner' || roles.includes(role)

/** True when this member of staff may change content, leads and sources. */
export const useMayEdit = (): boolean => mayUse(useStaffMember().role, ['editor'])

/** True when this member of staff may read streams and move money; false for those who read lists only. */
export const useMayAudit = (): boolean => mayUse(useStaffMember().role, ['finance'])

/** What stands in place of a buyer's address: some may not see it, and for the others there is none any more. */
export const useNoAddressWords = (): string => (useMayAudit() ? 'not known any more' : 'not shown')
