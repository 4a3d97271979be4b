import { useQuery } from '@tanstack/react-query'
import admin from '../admin.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { MemberCard } from './member-card.tsx'
import { SessionList } from './session-list.tsx'
import { loadMembers, loadSessions, staffAccountsKey } from './staff-api.ts'

/** The tab "Sessions": where a member of staff is signed in. */
export function SessionsPanel() {
  const sessions = useQuery({ queryKey: [...staffAccountsKey, 'own'], queryFn: loadSessions, staleTime: 0 })
  return (
    <section className={admin.stack} aria-labelledby="own-sessions">
      <header className={admin.pageHead}>
        <h2 id="own-sessions">Where you are signed in</h2>
      </header>
      <p className={admin.faint}>
        End any session you do not recognize, then have your password changed. A session ends by itself after
        60 minutes without use, and after eight hours.
      </p>
      <Loaded query={sessions} what="Your sessions">
        {(list) => <SessionList sessions={list} />}
      </Loaded>
    </section>
  )
}

/** The tab "Staff": everybody who may sign in, and for the owner the way back for who is locked out. */
export function StaffPanel() {
  const members = useQuery({ queryKey: [...staffAccountsKey, 'members'], queryFn: loadMembers, staleTime: 0 })
  return (
    <section className={admin.stack} aria-labelledby="members">
      <header className={admin.pageHead}>
        <h2 id="members">Members of staff</h2>
      </header>
      <p className={admin.faint}>
        New members are added with <code>npm run staff:create</code>.
      </p>
      <Loaded query={members} what="The members of staff">
        {(list) => list.map((member) => <MemberCard key={member.id} member={member} />)}
      </Loaded>
    </section>
  )
}
