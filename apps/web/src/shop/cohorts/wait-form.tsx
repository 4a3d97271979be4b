import { type FormEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { joinWaitList as JoinWaitList } from '#modules/leadership/cohorts/contract-wait.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { waitConsent } from '#modules/leadership/cohorts/domain/wait-consent.ts'
import { call } from '../../lib/call.ts'
import type { OpenCohort } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { showAtInputs } from '../../lib/field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './wait-form.module.css'

export interface WaitDialogProps {
  open: boolean
  onClose: () => void
  date: OpenCohort
}

/** The form that joins the wait list of a full cohort; it needs no account. */
export function WaitDialog({ open, onClose, date }: WaitDialogProps) {
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={sending}
      fieldFirst
      title="Join the wait list"
      description={`The cohort that starts on ${dayInWords(date.startsOn)} is full. When a place becomes free and you are next, we keep it for you and email you. First come, first served.`}
    >
      <WaitForm cohortId={date.id} sending={sending} setSending={setSending} onClose={onClose} />
    </Dialog>
  )
}

type Input = 'email' | 'name'

function WaitForm({
  cohortId,
  sending,
  setSending,
  onClose,
}: {
  cohortId: string
  sending: boolean
  setSending: (sending: boolean) => void
  onClose: () => void
}) {
  const id = useId()
  const [values, setValues] = useState({ email: '', name: '' })
  const [honeypot, setHoneypot] = useState('')
  const [problems, setProblems] = useState<Partial<Record<Input, string>>>({})
  const [failed, setFailed] = useState<string>()
  const [joined, setJoined] = useState(false)
  const challenge = useChallenge()
  const form = useRef<HTMLFormElement>(null)

  function showProblem(field: Input, message: string, first: boolean): void {
    setProblems((before) => ({ ...before, [field]: message }))
    const input = form.current?.elements.namedItem(field)
    if (first && input instanceof HTMLElement) input.focus()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    setProblems({})
    setFailed(undefined)
    if (values.email.trim() === '') return showProblem('email', 'Please enter your email address', true)
    if (!challenge.ready()) return
    setSending(true)
    try {
      await call<typeof JoinWaitList>('POST', '/api/cohorts/:id/wait-list', {
        params: { id: cohortId },
        body: {
          ...values,
          ...(honeypot ? { website: honeypot } : {}),
          ...(challenge.token ? { turnstileToken: challenge.token } : {}),
        },
      })
      setJoined(true)
    } catch (failure) {
      if (!showAtInputs(failure, { email: 'email', name: 'name' }, showProblem))
        setFailed(saidByServer(failure) ?? 'Something went wrong. Please try again.')
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  if (joined) {
    return (
      <div className={styles.form}>
        <Notice tone="good" announce title="You are on the wait list">
          <p>
            We have sent an email to {values.email.trim()}. It has a link to check your status or to leave the
            list.
          </p>
        </Notice>
        <Button onClick={onClose}>Continue</Button>
      </div>
    )
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        type="email"
        name="email"
        label="Email"
        autoComplete="email"
        required
        maxLength={254}
        value={values.email}
        error={problems.email}
        readOnly={sending}
        onChange={(event) => setValues({ ...values, email: event.target.value })}
      />
      <Field
        name="name"
        label="First name"
        autoComplete="given-name"
        optional
        maxLength={120}
        value={values.name}
        error={problems.name}
        readOnly={sending}
        onChange={(event) => setValues({ ...values, name: event.target.value })}
      />
      <div className={styles.honeypot} aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input
          id={`${id}-website`}
          tabIndex={-1}
          autoComplete="off"
          value={honeypot}
          onChange={(event) => setHoneypot(event.target.value)}
        />
      </div>
      <Challenge state={challenge} id={id} />
      <FormProblem text={failed} />
      <Button
        type="submit"
        busy={sending}
        busyText="Joining..."
        disabled={challenge.active && !challenge.token}
      >
        Join the wait list
      </Button>
      <p className={styles.note}>
        {waitConsent} <Link to="/privacy">Privacy</Link>
      </p>
    </form>
  )
}
