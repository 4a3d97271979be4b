import { useState } from 'react'
import type { liftStaffWait } from '#modules/identity/staff/contract-staff-accounts.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import type { Role } from '../api.ts'
import { type Member, type MemberChange, MemberDialogs } from './member-dialogs.tsx'
import { accountLists, roles } from './roles.ts'
import { SessionList } from './session-list.tsx'
import { ShownPassword } from './shown-password.tsx'
import styles from './staff.module.css'

/** One member of staff: role, second factor, sessions, and an owner's changes of the account. */
export function MemberCard({ member }: { member: Member }) {
  const [requested, setRequested] = useState<MemberChange>()
  const [open, setOpen] = useState(false)
  const ask = (change: MemberChange): void => {
    setRequested(change)
    setOpen(true)
  }
  const [shown, setShown] = useState<string>()
  const { id, username, role, self, disabled } = member
  const liftWait = useAction<typeof liftStaffWait>('POST', '/api/admin/staff/:id/lift-wait', accountLists)

  return (
    <article className={styles.member} aria-label={username}>
      <header className={styles.memberHead}>
        <h3>{username}</h3>
        <span className={admin.faint}>
          {role}: may {roles[role]}
        </span>
        {self ? <Badge tone="good">You</Badge> : null}
        <Badge tone={member.secondFactor ? 'good' : 'warn'}>
          {member.secondFactor ? 'Second factor set up' : 'No second factor'}
        </Badge>
        {disabled ? <Badge tone="bad">Disabled</Badge> : null}
        {member.lockedOut ? <Badge tone="bad">Locked after too many attempts</Badge> : null}
      </header>
      <SessionList sessions={member.sessions} of={username} />
      {shown === undefined ? null : (
        <ShownPassword
          title={`The new password of ${username}, shown once:`}
          password={shown}
          onHide={() => setShown(undefined)}
        />
      )}
      <div className={styles.actions}>
        {member.lockedOut ? (
          <Button
            size="small"
            variant="secondary"
            onClick={() =>
              void attempt(
                liftWait.mutateAsync({ params: { id } }),
                () => notify.success(`${username} can sign in again`),
                'The account could not be unlocked. Please try again.',
              )
            }
          >
            Unlock
          </Button>
        ) : null}
        {self ? null : (
          <>
            <Select label="Role" value={role} onChange={(event) => ask({ role: event.target.value as Role })}>
              {Object.keys(roles).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
            <Button size="small" variant="secondary" onClick={() => ask('password')}>
              New password
            </Button>
            <Button size="small" variant="secondary" onClick={() => ask(disabled ? 'enable' : 'disable')}>
              {disabled ? 'Enable' : 'Disable'}
            </Button>
          </>
        )}
        {self || !member.secondFactor ? null : (
          <Button size="small" variant="secondary" onClick={() => ask('second-factor')}>
            Remove second factor
          </Button>
        )}
      </div>
      <MemberDialogs
        member={member}
        requested={requested}
        open={open}
        onClose={() => setOpen(false)}
        onPassword={setShown}
      />
    </article>
  )
}
