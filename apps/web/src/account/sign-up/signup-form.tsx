import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  checkCompany,
  checkConfirmPassword,
  checkEmail,
  checkFullName,
  checkPassword,
  checkPhone,
  messages,
  normalizeEmail,
  splitFullName,
} from '#modules/identity/rules.ts'
import { ApiFailure } from '../../lib/call.ts'
import { hasCode, saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { accountExists, type Registration, register as registerAccount } from '../api.ts'
import styles from '../forms.module.css'
import { PasswordField } from '../password-field.tsx'
import { LegalNote } from './legal-note.tsx'
import { registrationProblems } from './registration-errors.ts'

export interface SignupValues {
  fullName: string
  email: string
  password: string
  confirmPassword: string
  phone: string
  company: string
}

export const emptySignup: SignupValues = {
  fullName: '',
  email: '',
  password: '',
  confirmPassword: '',
  phone: '',
  company: '',
}

export interface SignupFormProps {
  initial: SignupValues
  /** Called with the input if the email has a verified account. */
  onExists: (values: SignupValues) => void
  /** Called when the registration is stored and its code mailed. */
  onRegistered: (values: SignupValues, email: string) => void
  /** An error that belongs to the e-mail field from the step before. */
  emailError?: string | undefined
}

const failed = 'Registration failed. Please try again.'
const noFullStop = 'Please leave out full stops. Your profile takes them afterwards.'

export function SignupForm({ initial, onExists, onRegistered, emailError }: SignupFormProps) {
  const { register, handleSubmit, formState, setError, getValues, trigger, watch } = useForm<SignupValues>({
    defaultValues: initial,
    mode: 'all',
  })
  const challenge = useChallenge()
  const [problem, setProblem] = useState<string>()
  const { errors, isValid, isSubmitting, dirtyFields } = formState

  useEffect(() => {
    if (emailError) setError('email', { type: 'server', message: emailError }, { shouldFocus: true })
  }, [emailError, setError])

  async function submit(values: SignupValues): Promise<void> {
    setProblem(undefined)
    if (!challenge.ready()) return
    const email = normalizeEmail(values.email)
    try {
      if (await accountExists(email, challenge.token)) {
        onExists({ ...values, email })
        return
      }
      const form: Registration = {
        ...splitFullName(values.fullName),
        email,
        password: values.password,
        phone: values.phone.trim(),
        company: values.company.trim(),
      }
      await registerAccount(form, challenge.token)
      notify.success('Account created! Please check your email for the verification code.')
      onRegistered({ ...values, email }, email)
    } catch (failure) {
      challenge.renew()
      explain(failure, { ...values, email })
    }
  }

  function explain(failure: unknown, values: SignupValues): void {
    if (hasCode(failure, 'USER_EXISTS')) {
      onExists(values)
      return
    }
    if (failure instanceof ApiFailure && failure.code === 'CHALLENGE_FAILED') {
      setProblem(failure.message)
      return
    }
    const listed = registrationProblems(failure)
    const fields = Object.entries(listed) as [keyof typeof listed, string][]
    for (const [index, [field, message]] of fields.entries()) {
      setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
    }
    if (fields.length > 0) return
    const slow = failure instanceof ApiFailure && failure.status === 429 ? saidByServer(failure) : undefined
    setProblem(slow ?? failed)
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={handleSubmit(submit)}>
      <Field
        label="Full name"
        autoComplete="name"
        error={errors.fullName?.message}
        help={watch('fullName').includes('.') ? noFullStop : undefined}
        {...register('fullName', { validate: (text) => checkFullName(text) ?? true })}
      />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', { validate: (text) => checkEmail(text) ?? true })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        error={errors.password?.message}
        {...register('password', {
          validate: (text) => checkPassword(text) ?? true,
          onChange: () => {
            if (dirtyFields.confirmPassword) void trigger('confirmPassword')
          },
        })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', {
          validate: (text) => checkConfirmPassword(getValues('password'), text) ?? true,
        })}
      />
      <div className={styles.pair}>
        <Field
          label="Phone"
          optional
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register('phone', { validate: (text) => checkPhone(text) ?? true })}
        />
        <Field
          label="Company"
          optional
          autoComplete="organization"
          error={errors.company?.message}
          {...register('company', { validate: (text) => checkCompany(text) ?? true })}
        />
      </div>
      <Challenge state={challenge} id="signup" />
      <FormProblem text={problem} />
      <Button
        type="submit"
        size="large"
        wide
        disabled={!isValid}
        busy={isSubmitting}
        busyText="Creating your account..."
      >
        Create account
      </Button>
      <LegalNote action="By creating an account" />
    </form>
  )
}

/** The sentence the e-mail field shows when its address has an account. */
export const emailTaken = messages.emailTaken
