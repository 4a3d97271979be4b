import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { showAtInputs } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { changePassword, sessionsKey } from '../api.ts'
import styles from '../forms.module.css'
import panel from '../panel.module.css'
import { PasswordField } from '../password-field.tsx'
import { type PasswordChange, passwordChangeProblem } from './password-change.ts'

/** The input of each field of the request. */
const inputs = { currentPassword: 'currentPassword', newPassword: 'newPassword' } as const
const empty: PasswordChange = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Collapsed until opened; a changed password ends every other session. */
export function ChangePassword({ email }: { email: string }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [values, setValues] = useState(empty)
  const [problem, setProblem] = useState<string>()
  const [broken, setBroken] = useState<Partial<PasswordChange>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function close(): void {
    setOpen(false)
    setValues(empty)
    setProblem(undefined)
    setBroken({})
  }

  function show(name: keyof PasswordChange, text: string, first: boolean): void {
    setBroken((before) => ({ ...before, [name]: text }))
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }

  async function submit(): Promise<void> {
    setProblem(undefined)
    setBroken({})
    const found = passwordChangeProblem(values)
    if (found) {
      show(found.field, found.text, true)
      return
    }
    setBusy(true)
    try {
      await changePassword(values.currentPassword, values.newPassword)
      notify.success('Password changed successfully')
      void client.invalidateQueries({ queryKey: sessionsKey })
      close()
    } catch (failure) {
      if (!showAtInputs(failure, inputs, show))
        setProblem(saidByServer(failure) ?? 'Failed to change password')
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof PasswordChange) => ({
    name,
    value: values[name],
    error: broken[name],
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
          <FormProblem text={problem} />
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
