import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import { MemberCard } from './member-card.tsx'
import { SessionList } from './session-list.tsx'
import { loadMembers, loadSessions, staffAccountsKey } from './staff-api.ts'

/** Where a member of staff is signed in; for an owner also everybody else, and the way back for who is locked out. */
export function StaffPanel({ owner }: { owner: boolean }) {
  return (
    <div className={admin.stack}>
      <OwnSessions />
      {owner ? <Members /> : null}
    </div>
  )
}

function OwnSessions() {
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

function Members() {
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

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown }
  /** Begins the sentence that says what could not be loaded. */
  what: string
  children: (data: T) => ReactNode
}

function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError)
    return (
      <div aria-busy="true">
        <span className="visually-hidden">Loading...</span>
        <Skeleton shape="block" />
      </div>
    )
  return (
    <Notice
      tone="bad"
      announce
      title={`${what} could not be loaded.`}
      actions={
        <Button size="small" variant="secondary" onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    />
  )
}
