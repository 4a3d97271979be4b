import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { SessionList } from './session-list.tsx'
import styles from './staff.module.css'
import { liftWait, type Member, newPassword, removeSecondFactor, staffAccountsKey } from './staff-api.ts'

type Asking = 'password' | 'second-factor'

/** One member of staff: role, second factor, sessions, and what an owner does when the member cannot sign in. */
export function MemberCard({ member }: { member: Member }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking>()
  const [shown, setShown] = useState<string>()
  const { id, username, self } = member

  async function run(work: () => Promise<unknown>, failed: string): Promise<void> {
    try {
      await work()
    } catch (failure) {
      notify.error(saidByServer(failure) ?? failed)
    } finally {
      await client.invalidateQueries({ queryKey: staffAccountsKey })
    }
  }

  return (
    <article className={styles.member} aria-label={username}>
      <header className={styles.memberHead}>
        <h3>{username}</h3>
        <span className={admin.faint}>{member.role}</span>
        {self ? <Badge tone="good">You</Badge> : null}
        <Badge tone={member.secondFactor ? 'good' : 'warn'}>
          {member.secondFactor ? 'Second factor set up' : 'No second factor'}
        </Badge>
        {member.lockedOut ? <Badge tone="bad">Must wait after too many tries</Badge> : null}
      </header>
      <SessionList sessions={member.sessions} of={username} />
      {shown === undefined ? null : (
        <Notice
          tone="good"
          announce
          title={`The new password of ${username}, shown once:`}
          actions={
            <Button size="small" variant="secondary" onClick={() => setShown(undefined)}>
              Hide
            </Button>
          }
        >
          <p className={styles.password} data-testid="new-password">
            {shown}
          </p>
          <p>Hand it over in person or by telephone. It is kept nowhere else.</p>
        </Notice>
      )}
      <div className={styles.actions}>
        {member.lockedOut ? (
          <Button
            size="small"
            variant="secondary"
            onClick={() =>
              void run(async () => {
                await liftWait(id)
                notify.success(`${username} can sign in again`)
              }, 'The wait could not be lifted. Please try again.')
            }
          >
            Lift the wait
          </Button>
        ) : null}
        {self ? null : (
          <Button size="small" variant="secondary" onClick={() => setAsking('password')}>
            New password
          </Button>
        )}
        {self || !member.secondFactor ? null : (
          <Button size="small" variant="secondary" onClick={() => setAsking('second-factor')}>
            Remove second factor
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'password'}
        onClose={() => setAsking(undefined)}
        title={`Give ${username} a new password?`}
        description="The old password stops working and every session of the member ends. The new one is shown once."
        verb="Make a new password"
        busyVerb="Making..."
        run={() =>
          run(
            async () => setShown((await newPassword(id)).password),
            'The password could not be changed. Please try again.',
          )
        }
      />
      <ConfirmDialog
        open={asking === 'second-factor'}
        onClose={() => setAsking(undefined)}
        title={`Remove the second factor of ${username}?`}
        description="Every session of the member ends. Where a second factor is required, the next sign-in sets up a new one: until then the password alone is enough, so make sure who has it."
        verb="Remove it"
        busyVerb="Removing..."
        run={() =>
          run(async () => {
            await removeSecondFactor(id)
            notify.success(`${username} has no second factor any more`)
          }, 'The second factor could not be removed. Please try again.')
        }
      />
    </article>
  )
}
