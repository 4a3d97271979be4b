import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiFailure } from '../../lib/call.ts'
import { hasCode, saidByServer } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Notice } from '../../ui/surface.tsx'
import { signIn, type User } from '../api.ts'
import styles from '../forms.module.css'
import { PasswordField } from '../password-field.tsx'

export interface ExistingUserStepProps {
  email: string
  /** The password typed in the form; can be changed here. */
  password: string
  onSignedIn: (user: User | undefined) => void
  onUnverified: () => void
  onBack: () => void
}

/** For an address with an account: sign in with the typed password, or use another address. */
export function ExistingUserStep({
  email,
  password,
  onSignedIn,
  onUnverified,
  onBack,
}: ExistingUserStepProps) {
  const [secret, setSecret] = useState(password)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const challenge = useChallenge()

  async function submit(): Promise<void> {
    if (secret === '') {
      setError('Password is required')
      return
    }
    if (!challenge.ready()) return
    setBusy(true)
    setError(undefined)
    try {
      onSignedIn(await signIn(email, secret, challenge.token))
    } catch (failure) {
      setBusy(false)
      challenge.renew()
      if (hasCode(failure, 'EMAIL_NOT_VERIFIED')) {
        onUnverified()
        return
      }
      const slow = failure instanceof ApiFailure && failure.status === 429 ? saidByServer(failure) : undefined
      const text = slow ?? 'Invalid password. Please check your credentials.'
      setError(text)
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Notice tone="info" title="An account with this email already exists" announce>
        <p>
          Sign in as <strong className={styles.address}>{email}</strong>, or go back and use a different
          email.
        </p>
      </Notice>
      <input type="hidden" autoComplete="username" name="email" value={email} readOnly />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={secret}
        error={error}
        onChange={(event) => setSecret(event.target.value)}
      />
      <Challenge state={challenge} id="existing" />
      <Button type="submit" size="large" wide busy={busy} busyText="Signing in...">
        Sign in
      </Button>
      <div className={styles.choices}>
        <Button variant="quiet" size="small" onClick={onBack}>
          Use a different email
        </Button>
        <Link className={styles.quietLink} to="/forgot-password">
          Forgot your password?
        </Link>
      </div>
    </form>
  )
}
