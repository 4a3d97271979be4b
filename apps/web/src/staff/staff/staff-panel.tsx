import { useQuery } from '@tanstack/react-query'
import admin from '../admin.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { MemberCard } from './member-card.tsx'
import { NewMember } from './new-member.tsx'
import { loadMembers, staffAccountsKey } from './staff-api.ts'

/** The tab "Staff", for owners: all members of staff, with the changes of each account. */
export function StaffPanel() {
  const members = useQuery({ queryKey: [...staffAccountsKey, 'members'], queryFn: loadMembers, staleTime: 0 })
  return (
    <section className={admin.stack} aria-labelledby="members">
      <header className={admin.pageHead}>
        <h2 id="members">Members of staff</h2>
      </header>
      <NewMember />
      <Loaded query={members} what="The members of staff">
        {(list) => list.map((member) => <MemberCard key={member.id} member={member} />)}
      </Loaded>
    </section>
  )
}
