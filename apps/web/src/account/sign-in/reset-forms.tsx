import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { checkConfirmPassword, checkEmail, checkPassword, normalizeEmail } from '#modules/identity/rules.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { inForm, showAtInputs } from '../../lib/field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { forgotPassword, resetPassword } from '../api.ts'
import styles from '../forms.module.css'
import { PasswordField } from '../password-field.tsx'

/** Requests the link by mail. The answer does not reveal whether the address has an account. */
export function ForgotPasswordForm() {
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { email: '' },
    mode: 'onTouched',
  })
  const challenge = useChallenge()
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<string>()

  async function submit(values: { email: string }): Promise<void> {
    setProblem(undefined)
    if (!challenge.ready()) return
    const email = normalizeEmail(values.email)
    try {
      await forgotPassword(email, challenge.token)
      setSentTo(email)
    } catch (failure) {
      challenge.renew()
      const shown = showAtInputs(failure, { email: 'email' as const }, inForm(setError))
      if (!shown) setProblem(saidByServer(failure) ?? 'The link could not be sent. Please try again.')
    }
  }

  if (sentTo !== undefined) {
    return (
      <div className={styles.form}>
        <Notice tone="good" title="Check your inbox" announce>
          <p>
            If <strong className={styles.address}>{sentTo}</strong> has an account, a link to set a new
            password is on its way. It works once, for 30 minutes.
          </p>
        </Notice>
        <div className={styles.choices}>
          <Button variant="quiet" size="small" onClick={() => setSentTo(undefined)}>
            Send it again
          </Button>
          <Link className={styles.quietLink} to="/login">
            Back to sign in
          </Link>
        </div>
      </div>
    )
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={handleSubmit(submit)}>
      <FormProblem text={problem} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email', { validate: (text) => checkEmail(text) ?? true })}
      />
      <Challenge state={challenge} id="forgot" />
      <Button type="submit" size="large" wide busy={formState.isSubmitting} busyText="Sending...">
        Send the link
      </Button>
      <div className={styles.choices}>
        <Link className={styles.quietLink} to="/login">
          Back to sign in
        </Link>
      </div>
    </form>
  )
}

/** Sets a new password with the token of the mailed link. */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { register, handleSubmit, formState, getValues, setError } = useForm({
    defaultValues: { password: '', confirmPassword: '' },
    mode: 'onTouched',
  })
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = formState

  async function submit(values: { password: string }): Promise<void> {
    setProblem(undefined)
    try {
      await resetPassword(token, values.password)
      onDone()
    } catch (failure) {
      const shown = showAtInputs(failure, { password: 'password' as const }, inForm(setError))
      if (!shown) setProblem(saidByServer(failure) ?? 'The password could not be changed. Please try again.')
    }
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={handleSubmit(submit)}>
      {problem ? (
        <Notice tone="bad" announce>
          <p>
            {problem} <Link to="/forgot-password">Request a new link</Link>
          </p>
        </Notice>
      ) : null}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        error={errors.password?.message}
        {...register('password', { validate: (text) => checkPassword(text) ?? true })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', {
          validate: (text) => checkConfirmPassword(getValues('password'), text) ?? true,
        })}
      />
      <Button type="submit" size="large" wide busy={isSubmitting} busyText="Saving...">
        Set the new password
      </Button>
    </form>
  )
}
