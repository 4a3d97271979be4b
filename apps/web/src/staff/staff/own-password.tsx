import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { checkConfirmPassword, checkPassword } from '#modules/identity/rules.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import styles from './staff.module.css'
import { changeOwnPassword, staffAccountsKey } from './staff-api.ts'

const names = ['currentPassword', 'newPassword', 'confirmPassword'] as const
type Name = (typeof names)[number]
type Errors = Partial<Record<Name | 'form', string>>
const empty: Record<Name, string> = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the password of the own account and ends every other session. */
export function OwnPassword({ username }: { username: string }) {
  const client = useQueryClient()
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function show(found: Errors): void {
    setErrors(found)
    const first = names.find((name) => found[name] !== undefined)
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { currentPassword, newPassword, confirmPassword } = values
    const problems: Record<Name, string | null> = {
      currentPassword: currentPassword === '' ? 'Enter your current password.' : null,
      newPassword: checkPassword(newPassword),
      confirmPassword: checkConfirmPassword(newPassword, confirmPassword),
    }
    const found: Errors = {}
    for (const name of names) if (problems[name] !== null) found[name] = problems[name]
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    try {
      await changeOwnPassword({ currentPassword, newPassword })
      setValues(empty)
      setErrors({})
      notify.success('Your password is changed. Every other session has ended.')
      await client.invalidateQueries({ queryKey: staffAccountsKey })
    } catch (failure) {
      const refused = problemsByInput(failure, (path) => names.find((name) => name === path))
      const form = saidByServer(failure) ?? 'The password could not be changed. Please try again.'
      show(Object.keys(refused).length > 0 ? refused : { form })
    } finally {
      setBusy(false)
    }
  }

  const field = (name: Name, label: string, autoComplete: string) => (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete={autoComplete}
      required
      value={values[name]}
      error={errors[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  )
  return (
    <section className={admin.stack} aria-labelledby="own-password">
      <h3 className={admin.subhead} id="own-password">
        Password
      </h3>
      <form ref={form} className={styles.ownForm} noValidate onSubmit={(event) => void submit(event)}>
        {errors.form ? (
          <Notice tone="bad" announce>
            {errors.form}
          </Notice>
        ) : null}
        <input type="hidden" autoComplete="username" name="username" value={username} />
        {field('currentPassword', 'Current password', 'current-password')}
        {field('newPassword', 'New password', 'new-password')}
        {field('confirmPassword', 'Confirm new password', 'new-password')}
        <Button type="submit" size="small" busy={busy} busyText="Changing...">
          Change password
        </Button>
      </form>
    </section>
  )
}
