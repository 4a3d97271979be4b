import { type FormEvent, useEffect, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiFailure } from '../../lib/call.ts'
import { clearLeadMarker, isLeadType, leadSucceeded, readMarker } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './lead-form.module.css'
import { LeadInputs } from './lead-inputs.tsx'
import { useLeadForm } from './use-lead-form.ts'

const thanks = 'Thank you for partnering with us to kick start an authentic journey!'

type Outcome = { tone: 'good' | 'bad'; text: string }

/** The lead form of the home page. What it is for comes from the session: a lead, or a reserved book. */
export function LeadForm({ buttonText }: { buttonText: string }) {
  const id = useId()
  const form = useLeadForm()
  const challenge = useChallenge()
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  // Whoever comes back to a marked address, by reload or by a shared link of their own, is thanked again.
  useEffect(() => {
    if (readMarker(window.location.search)) setOutcome({ tone: 'good', text: thanks })
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending) return
    setOutcome(undefined)
    clearLeadMarker()
    const missing = form.reveal()
    if (missing) {
      document.getElementById(`${id}-${missing}`)?.focus()
      return
    }
    if (!challenge.ready()) return
    const stored = session.get(keys.leadType)
    const leadType = isLeadType(stored) ? stored : 'normal_lead'
    setSending(true)
    try {
      await form.send(leadType, challenge.token)
      form.clear()
      session.set(keys.leadType, 'normal_lead')
      leadSucceeded(leadType)
      setOutcome({ tone: 'good', text: thanks })
      notify.success(thanks)
    } catch (failure) {
      const text = sentenceOf(failure)
      setOutcome({ tone: 'bad', text })
      notify.error(text)
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  return (
    <form
      id="lead-gen-form"
      className={styles.form}
      // Only for the moments before the script is there: no browser must put what was typed into an address.
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Join the Movement"
    >
      <LeadInputs form={form} id={id} disabled={sending} />
      <Challenge state={challenge} id={id} />
      <div aria-live="polite">{outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}</div>
      <div className={styles.send}>
        <Button
          type="submit"
          size="large"
          busy={sending}
          busyText="Submitting..."
          disabled={challenge.active && !challenge.token}
        >
          {buttonText}
        </Button>
        <p>
          We use this to answer you, and nothing else. <Link to="/privacy">Privacy</Link>
        </p>
      </div>
    </form>
  )
}

/** The server's words; "Failed to submit." for an answer without any; another sentence when nothing came back. */
function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Something went wrong. Please try again.'
  const { error } = failure.extra
  return typeof error === 'string' && error !== '' ? error : 'Failed to submit.'
}
