import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import type { inviteManager, removeManager } from '#modules/identity/organizations/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import panel from '../panel.module.css'
import styles from './organization.module.css'
import { type ManagedOrganization, ofOrganizations } from './organizations.ts'

/** The managers of the organization and the pending invitations. */
export function ManagersPanel({ organization }: { organization: ManagedOrganization }) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { id, managers, invited } = organization
  const removal = useAction<typeof removeManager>(
    'POST',
    '/api/organizations/:id/managers/remove',
    ofOrganizations,
  )
  async function take(body: { userId: string } | { email: string }): Promise<void> {
    await attempt(removal.mutateAsync({ params: { id }, body }), () => notify.success('Removed.'))
    // The row of the pressed button is gone: the heading takes the focus.
    title.current?.focus()
  }
  const remove = (label: string, who: { userId: string } | { email: string }) => (
    <Button
      size="small"
      variant="quiet"
      disabled={removal.isPending}
      aria-label={label}
      onClick={() => void take(who)}
    >
      Remove
    </Button>
  )
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 ref={title} id={heading} tabIndex={-1}>
        Managers of this organization
      </h2>
      <ul className={panel.rows}>
        {managers.map(({ userId, name, email }) => (
          <li key={userId} className={styles.manager}>
            <div>
              <p className={panel.rowTitle}>{name}</p>
              <p className={panel.note}>{email}</p>
            </div>
            {managers.length > 1 ? remove(`Remove ${name}`, { userId }) : null}
          </li>
        ))}
        {invited.map((email) => (
          <li key={email} className={styles.manager}>
            <div>
              <p className={panel.rowTitle}>
                {email} <Badge tone="info">Invited</Badge>
              </p>
            </div>
            {remove(`Remove ${email}`, { email })}
          </li>
        ))}
      </ul>
      <InviteManagerForm organizationId={id} />
    </section>
  )
}

function InviteManagerForm({ organizationId }: { organizationId: string }) {
  const [email, setEmail] = useState('')
  const inviting = useAction<typeof inviteManager>('POST', '/api/organizations/:id/managers', ofOrganizations)
  const problems = useMemo<{ email?: string }>(
    () => problemsByInput(inviting.error, (path) => (path === 'email' ? 'email' : undefined)),
    [inviting.error],
  )
  const other = inviting.isError && problems.email === undefined
  const error =
    problems.email ?? (other ? (saidByServer(inviting.error) ?? 'Not sent. Please try again.') : undefined)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (inviting.isPending) return
    inviting.mutate(
      { params: { id: organizationId }, body: { email } },
      {
        onSuccess: () => {
          notify.success(`Invitation sent to ${email.trim()}.`)
          setEmail('')
        },
      },
    )
  }
  return (
    <form ref={useRefusedFocus(problems)} className={styles.ask} noValidate onSubmit={submit}>
      <Field
        type="email"
        name="email"
        label="Invite another manager"
        help="They can accept or decline, and need an account with this address."
        autoComplete="off"
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" size="small" variant="secondary" busy={inviting.isPending} busyText="Sending...">
        Invite
      </Button>
    </form>
  )
}
