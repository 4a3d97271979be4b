import { type FormEvent, useState } from 'react'
import { ApiFailure, request } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './admin.module.css'
import { type StaffUser, staffFrom } from './staff-session.ts'

/** The door of the admin screen. A second factor is asked for when the account has one. */
export function AdminLogin({ onSignedIn }: { onSignedIn: (user: StaffUser) => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [needsTotp, setNeedsTotp] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const answer = await request('POST', '/api/auth/login', {
        body: { username, password, ...(totp ? { totp } : {}) },
      })
      const user = staffFrom(answer)
      if (user) onSignedIn(user)
      else setError('Invalid credentials')
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'TOTP_REQUIRED') setNeedsTotp(true)
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={styles.gate}>
      <form className={styles.login} onSubmit={(event) => void submit(event)}>
        <LogoMark />
        <h1>Admin Login</h1>
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {needsTotp ? (
          <Field
            label="Code of your authenticator app"
            name="totp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={totp}
            onChange={(event) => setTotp(event.target.value)}
          />
        ) : null}
        <div aria-live="polite">{error ? <Notice tone="bad">{error}</Notice> : null}</div>
        <Button type="submit" wide busy={busy} busyText="Logging in...">
          Sign in
        </Button>
      </form>
    </main>
  )
}

function messageOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Login failed. Please try again.'
  const { message } = failure.extra
  return typeof message === 'string' && message !== '' ? message : 'Invalid credentials'
}
