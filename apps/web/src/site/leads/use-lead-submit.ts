import { type FormEvent, useId, useState } from 'react'
import type { ReportRequest } from '#modules/leadership/calculator/domain/cost-report.ts'
import type { submitLead } from '#modules/leads/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import type { LeadType } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { type ChallengeState, useChallenge } from '../../ui/challenge.tsx'
import { type LeadForm, useLeadForm } from './use-lead-form.ts'

/** The message below the fields after an attempt to send. */
export interface LeadOutcome {
  tone: 'good' | 'bad'
  text: string
}

export interface LeadSubmitOptions {
  sending: boolean
  /** The caller holds this state, because its dialog must not close while the form is sending. */
  setSending: (sending: boolean) => void
  leadType: () => LeadType
  /** The calculation whose report is to be mailed. */
  report?: ReportRequest
  /** Called at each attempt, before the fields are checked. */
  onTry?: () => void
  /** Called when the server has accepted the lead; the returned outcome is shown. */
  onAccepted: (
    answer: AnswerOf<typeof submitLead>,
    leadType: LeadType,
    form: LeadForm,
  ) => LeadOutcome | undefined
  /** Returns the message for a lead that was not accepted. */
  sentenceOf: (failure: unknown) => string
  /** A failure is also shown as a toast. */
  showToast?: boolean
}

export interface LeadSubmit {
  id: string
  form: LeadForm
  challenge: ChallengeState
  sending: boolean
  outcome: LeadOutcome | undefined
  setOutcome: (outcome: LeadOutcome | undefined) => void
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/** The state of one lead form: checks the fields and the bot check, sends once, and keeps the input after a failure. */
export function useLeadSubmit(options: LeadSubmitOptions): LeadSubmit {
  const { sending, setSending, leadType, report, onTry, onAccepted, sentenceOf, showToast = false } = options
  const id = useId()
  const form = useLeadForm()
  const challenge = useChallenge()
  const [outcome, setOutcome] = useState<LeadOutcome>()

  function show(next: LeadOutcome | undefined): void {
    setOutcome(next)
    if (showToast && next?.tone === 'bad') notify.error(next.text)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { elements } = event.currentTarget
    const focus = (name: string): void => {
      const field = elements.namedItem(name)
      if (field instanceof HTMLElement) field.focus()
    }
    if (sending) return
    setOutcome(undefined)
    onTry?.()
    const missing = form.reveal()
    if (missing) {
      focus(missing)
      return
    }
    if (!challenge.ready()) return
    const type = leadType()
    setSending(true)
    try {
      const answer = await form.send(type, challenge.token, report)
      show(onAccepted(answer, type, form))
    } catch (failure) {
      const refused = form.showRefused(failure)
      if (refused === undefined) show({ tone: 'bad', text: sentenceOf(failure) })
      else focus(refused)
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  return { id, form, challenge, sending, outcome, setOutcome, submit }
}
