import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { checkEmail, messages, normalizeEmail } from '#modules/identity/rules.ts'
import { ApiFailure } from '../../lib/call.ts'
import { hasCode, saidByServer } from '../../lib/failure-text.ts'
import { inForm, showAtInputs } from '../../lib/field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { signIn, type User } from '../api.ts'
import styles from '../forms.module.css'
import { PasswordField } from '../password-field.tsx'
import { LegalNote } from '../sign-up/legal-note.tsx'

interface LoginValues {
  email: string
  password: string
}

export interface LoginFormProps {
  onSignedIn: (user: User) => void
  /** The password is right, but the email is not verified; the server has sent a code. */
  onUnverified: (email: string) => void
}

/** The input of each field of the request. */
const inputs = { email: 'email', password: 'password' } as const

/** The sentence for a sign-in that failed. */
export function loginProblem(failure: unknown): string {
  if (hasCode(failure, 'INVALID_CREDENTIALS')) return messages.invalidCredentials
  if (failure instanceof ApiFailure && failure.errors.length > 0) return failure.errors.join(' ')
  return saidByServer(failure) ?? 'Login failed. Please try again.'
}

export function LoginForm({ onSignedIn, onUnverified }: LoginFormProps) {
  const { register, handleSubmit, formState, setFocus, setError } = useForm<LoginValues>({
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  })
  const challenge = useChallenge()
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = formState

  async function submit(values: LoginValues): Promise<void> {
    setProblem(undefined)
    if (!challenge.ready()) return
    const email = normalizeEmail(values.email)
    try {
      const user = await signIn(email, values.password, challenge.token)
      if (user) onSignedIn(user)
      else setProblem('Server returned invalid response. Please try again.')
    } catch (failure) {
      if (hasCode(failure, 'EMAIL_NOT_VERIFIED')) {
        onUnverified(email)
        return
      }
      const shown = showAtInputs(failure, inputs, inForm(setError))
      if (!shown) {
        setProblem(loginProblem(failure))
        setFocus('password')
      }
    }
    challenge.renew()
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={handleSubmit(submit)}>
      <FormProblem text={problem} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email', { validate: (text) => checkEmail(text) ?? true })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { validate: (text) => text !== '' || 'Password is required' })}
      />
      <p className={styles.beside}>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
      <Challenge state={challenge} id="login" />
      <Button type="submit" size="large" wide busy={isSubmitting} busyText="Signing in...">
        Sign in
      </Button>
      <LegalNote action="By signing in" />
    </form>
  )
}
