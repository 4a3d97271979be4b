import { useStaffMember } from '../frame/staff-member.ts'
import type { LeadList } from './inbox-view.ts'

/** The members of staff who can own a lead, the signed-in one first; the current `owner` is always included. */
export function OwnerOptions({ staff, owner }: { staff: LeadList['staff']; owner?: string | null }) {
  const { username: me } = useStaffMember()
  const names = staff
    .filter(({ username, mayOwn }) => mayOwn || username === owner)
    .map((each) => each.username)
  const sorted = names.toSorted((a, b) => Number(b === me) - Number(a === me))
  return sorted.map((name) => (
    <option key={name} value={name}>
      {name === me ? `${name} (you)` : name}
    </option>
  ))
}
