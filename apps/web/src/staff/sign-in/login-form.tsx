import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { hasCode } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { type Enrolment, enrolmentIn, logInStaff, type Staff } from '../api.ts'
import { AuthenticatorKey } from './authenticator-key.tsx'
import styles from './gate.module.css'

type Errors = Partial<Record<'username' | 'password' | 'totp' | 'form', string>>

/** Username and password, and the code of the authenticator app if the account has one or must set one up. */
export function LoginForm({ onSignedIn }: { onSignedIn: (staff: Staff) => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState<string>()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  useEffect(() => {
    if (enrolment !== undefined) form.current?.querySelector<HTMLElement>('[name="totp"]')?.focus()
  }, [enrolment])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const missing: Errors = {
      ...(username.trim() === '' && { username: 'Enter your username.' }),
      ...(password === '' && { password: 'Enter your password.' }),
      ...(totp === '' && { totp: 'Enter the six digits of your authenticator app.' }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const second = { ...(totp && { totp }), ...(enrolment && { enrolment: enrolment.token }) }
      onSignedIn((await logInStaff({ username: username.trim(), password, ...second })).user)
    } catch (failure) {
      const shown = enrolmentIn(failure)
      if (shown !== undefined || hasCode(failure, 'TOTP_REQUIRED')) {
        setEnrolment(shown)
        setTotp('')
      }
      setErrors(shown === undefined ? { form: loginMessage(failure) } : {})
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={styles.loginForm} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={username}
        error={errors.username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {enrolment === undefined ? null : (
        <Notice tone="info" title="This account needs a second factor." announce>
          <AuthenticatorKey enrolment={enrolment} />
        </Notice>
      )}
      {totp === undefined ? null : (
        <Field
          label="Code of your authenticator app"
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={totp}
          error={errors.totp}
          onChange={(event) => setTotp(event.target.value)}
        />
      )}
      <FormProblem text={errors.form} />
      <Button type="submit" wide busy={busy} busyText="Logging in...">
        Sign in
      </Button>
    </form>
  )
}

/** The server's message, else "Invalid credentials"; without an answer, a message that the login failed. */
export function loginMessage(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Login failed. Please try again.'
  const { message, error } = failure.extra
  const found = [message, error].find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : 'Invalid credentials'
}
