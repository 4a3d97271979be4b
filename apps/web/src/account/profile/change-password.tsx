import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { changePassword, sessionsKey } from '../api.ts'
import styles from '../forms.module.css'
import panel from '../panel.module.css'
import { PasswordField } from '../password-field.tsx'
import { type PasswordChange, passwordChangeProblem } from './password-change.ts'

const empty: PasswordChange = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Collapsed until opened; a changed password ends every other session. */
export function ChangePassword({ email }: { email: string }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState(empty)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function close(): void {
    setOpen(false)
    setValues(empty)
    setProblem(undefined)
  }

  async function submit(): Promise<void> {
    const broken = passwordChangeProblem(values)
    setProblem(broken?.text)
    if (broken) {
      form.current?.querySelector<HTMLInputElement>(`[name="${broken.field}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await changePassword(values.currentPassword, values.newPassword)
      notify.success('Password changed successfully')
      void client.invalidateQueries({ queryKey: sessionsKey })
      close()
    } catch (failure) {
      const text = saidByServer(failure) ?? 'Failed to change password'
      setProblem(text)
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof PasswordChange) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
  })

  return (
    <section className={panel.panel} aria-labelledby="password-heading">
      <div className={panel.head}>
        <div>
          <h2 id="password-heading">Password</h2>
          <p className={panel.note}>A new password signs you out everywhere else.</p>
        </div>
        {open ? null : (
          <Button variant="secondary" size="small" aria-expanded={false} onClick={() => setOpen(true)}>
            Change Password
          </Button>
        )}
      </div>
      {open ? (
        <form
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {problem ? (
            <Notice tone="bad" announce>
              <p>{problem}</p>
            </Notice>
          ) : null}
          <input type="hidden" autoComplete="username" name="username" value={email} readOnly />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <div className={styles.pair}>
            <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
            <PasswordField
              label="Confirm new password"
              autoComplete="new-password"
              {...field('confirmPassword')}
            />
          </div>
          <div className={styles.actions}>
            <Button type="submit" busy={busy} busyText="Changing...">
              Change password
            </Button>
            <Button variant="secondary" disabled={busy} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  )
}
