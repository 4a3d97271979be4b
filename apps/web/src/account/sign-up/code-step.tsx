import { useEffect, useRef, useState } from 'react'
import { checkCode, limits, messages } from '#modules/identity/rules.ts'
import { hasCode, saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { resendCode, type User, verifyCode } from '../api.ts'
import styles from '../forms.module.css'
import { codeDigits, secondsLeft } from './code-input.ts'

/** Milliseconds. */
const resendAfter = limits.resendCooldownSeconds * 1_000

export interface CodeStepProps {
  email: string
  /** The account exists and this browser is signed in. */
  onVerified: (user: User | undefined) => void
  /** The server has no pending registration of this browser: the visitor must start again. */
  onLost: () => void
  /** Back to the form. */
  onBack: () => void
}

/** The form for the six-digit code from the mail; a new code can be requested every 60 seconds. */
export function CodeStep({ email, onVerified, onLost, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [resending, setResending] = useState(false)
  const cooldown = useCountdown(resendAfter)
  const input = useRef<HTMLInputElement>(null)
  /** The code that was sent last. */
  const sent = useRef<string>(undefined)

  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  function lost(failure: unknown): boolean {
    const message = saidByServer(failure)
    if (message !== messages.registrationNotFound && !hasCode(failure, 'REGISTRATION_NOT_FOUND')) return false
    notify.error(messages.registrationNotFound)
    onLost()
    return true
  }

  async function verify(digits = codeDigits(code)): Promise<void> {
    if (busy) return
    const problem = checkCode(digits)
    setError(problem ?? undefined)
    if (problem) {
      input.current?.focus()
      return
    }
    setBusy(true)
    sent.current = digits
    try {
      onVerified(await verifyCode(email, digits))
    } catch (failure) {
      setBusy(false)
      if (lost(failure)) return
      setError(saidByServer(failure) ?? messages.invalidCode)
      notify.error(messages.invalidCode)
      input.current?.focus()
      input.current?.select()
    }
  }

  function typed(text: string): void {
    const digits = codeDigits(text)
    setCode(digits)
    if (digits.length !== limits.codeDigits) return
    setError(undefined)
    // The last digit submits the code, whether typed, pasted or filled in. A refused code is only submitted by the button.
    if (digits !== sent.current) void verify(digits)
  }

  async function resend(): Promise<void> {
    setResending(true)
    try {
      await resendCode(email)
      notify.success('OTP resent successfully!')
      setError(undefined)
      setCode('')
      cooldown.start(resendAfter)
      input.current?.focus()
    } catch (failure) {
      if (lost(failure)) return
      setError(saidByServer(failure))
      notify.error('Failed to resend OTP. Please try again.')
    } finally {
      setResending(false)
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void verify()
      }}
    >
      <p className={styles.lead}>
        We sent a six-digit code to <strong className={styles.address}>{email}</strong>. It is valid for 10
        minutes. If you do not see it, check your spam folder.
      </p>
      <Field
        ref={input}
        label="Verification code"
        name="otpCode"
        className={styles.code ?? ''}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={error}
        onChange={({ target, nativeEvent }) => {
          // An input method that is composing full-width digits would repeat them if they changed.
          if ((nativeEvent as InputEvent).isComposing) setCode(target.value)
          else typed(target.value)
        }}
        onCompositionEnd={({ currentTarget }) => typed(currentTarget.value)}
      />
      <Button type="submit" size="large" wide busy={busy} busyText="Verifying...">
        Verify code
      </Button>
      <div className={styles.choices}>
        <Button
          variant="quiet"
          size="small"
          disabled={cooldown.seconds > 0}
          busy={resending}
          busyText="Sending..."
          onClick={() => void resend()}
        >
          {cooldown.seconds > 0 ? `Resend code in ${cooldown.seconds} s` : 'Resend code'}
        </Button>
        <Button variant="quiet" size="small" onClick={onBack}>
          Use a different email
        </Button>
      </div>
    </form>
  )
}

/** Seconds until a time that `start` sets; computed from the clock, so that a sleeping tab does not delay it. */
function useCountdown(initialMs = 0): { seconds: number; start: (ms: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + initialMs)
  const [seconds, setSeconds] = useState(() => secondsLeft(until, Date.now()))
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(until, Date.now()))
    tick()
    const timer = window.setInterval(tick, 250)
    return () => window.clearInterval(timer)
  }, [until])
  return { seconds, start: (ms) => setUntil(Date.now() + ms) }
}
