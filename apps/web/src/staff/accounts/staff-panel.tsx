import type { listStaff } from '#modules/identity/staff/contract-staff-accounts.ts'
import { useAnswer } from '../../lib/answers.ts'
import admin from '../admin.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { MemberCard } from './member-card.tsx'
import { NewMember } from './new-member.tsx'

/** The tab "Staff", for owners: all members of staff, with the changes of each account. */
export function StaffPanel() {
  const members = useAnswer<typeof listStaff>('/api/admin/staff', {})
  return (
    <section className={admin.stack} aria-labelledby="members">
      <header className={admin.pageHead}>
        <h2 id="members">Members of staff</h2>
      </header>
      <NewMember />
      <Loaded query={members} what="The members of staff">
        {({ members: list }) => list.map((member) => <MemberCard key={member.id} member={member} />)}
      </Loaded>
    </section>
  )
}
