import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { notify } from '../../lib/notify.ts'
import { accountHref } from '../../shop/program/product.ts'
import { ProductBox } from '../../shop/program/product-box.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { ArrivedNote } from '../sign-in/arrived-note.tsx'
import { type ArrivalTexts, signInTexts, useArrival, verifiedTexts } from '../sign-in/use-arrival.ts'
import { CodeStep } from './code-step.tsx'
import { ExistingUserStep } from './existing-user-step.tsx'
import { emailTaken, emptySignup, SignupForm, type SignupValues } from './signup-form.tsx'

type Step = 'form' | 'code' | 'existing' | 'arrived'

/** The state that survives a reload of the code step: the input without the passwords. */
interface Draft {
  signupDraft?: Partial<SignupValues>
}

const titles: Record<Step, [heading: string, lead: string]> = {
  form: [
    'Create your account',
    'It takes a minute. You use your account to enroll and to access your program.',
  ],
  code: ['Check your email', ''],
  existing: ['Welcome Back', ''],
  arrived: ['You are in', ''],
}

/** Sign-up: the form, then the code from the mail or the sign-in of an existing account. */
export function Page() {
  const { given, product, passing, arrive } = useArrival()
  const location = useLocation()
  const navigate = useNavigate()
  const [reached, setStep] = useState<Step>('form')
  const step = passing ? 'arrived' : reached
  const [reloaded] = useState(() => (location.state as Draft | null)?.signupDraft)
  const [values, setValues] = useState<SignupValues>({ ...emptySignup, ...reloaded })
  const [emailError, setEmailError] = useState<string>()
  const [heading, lead] = titles[step]

  function keepDraft(draft: Draft | null): void {
    navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: draft })
  }

  // A reload in the code step loses the registration: shows an error and restores the input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on entry
  useEffect(() => {
    if (!reloaded) return
    notify.error('Registration data not found. Please try again.', { toastId: 'registration-lost' })
    keepDraft(null)
  }, [])

  // Each step starts at the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step alone decides
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [step])

  function finish(user: Parameters<typeof arrive>[0], texts: ArrivalTexts): void {
    setStep('arrived')
    arrive(user, texts)
  }

  return (
    <AccountFrame
      title="Sign Up"
      heading={heading}
      lead={
        step === 'form' ? (
          <>
            {lead} Already have an account? <Link to={accountHref('/login', given, product)}>Sign in</Link>
          </>
        ) : (
          lead
        )
      }
      aside={product ? <ProductBox product={product} /> : null}
    >
      {step === 'form' ? (
        <SignupForm
          initial={values}
          emailError={emailError}
          onExists={(typed) => {
            setValues(typed)
            setEmailError(emailTaken)
            setStep('existing')
          }}
          onRegistered={(typed) => {
            setValues(typed)
            setEmailError(undefined)
            setStep('code')
            const { password: _password, confirmPassword: _confirm, ...rest } = typed
            keepDraft({ signupDraft: rest })
          }}
        />
      ) : step === 'code' ? (
        <CodeStep
          email={values.email}
          onVerified={(user) => finish(user, verifiedTexts)}
          onLost={() => {
            setStep('form')
            keepDraft(null)
          }}
          onBack={() => {
            setStep('form')
            keepDraft(null)
          }}
        />
      ) : step === 'existing' ? (
        <ExistingUserStep
          email={values.email}
          password={values.password}
          onSignedIn={(user) => finish(user, signInTexts)}
          onUnverified={() => setStep('code')}
          onBack={() => setStep('form')}
        />
      ) : (
        <ArrivedNote />
      )}
    </AccountFrame>
  )
}
