import { type FormEvent, useId, useState } from 'react'
import type { ReportRequest } from '#modules/leadership/domain/cost-report.ts'
import type { submitLead } from '#modules/leads/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import type { LeadType } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { type ChallengeState, useChallenge } from '../../ui/challenge.tsx'
import { type LeadForm, useLeadForm } from './use-lead-form.ts'

/** What is said under the fields after a try to send. */
export interface Outcome {
  tone: 'good' | 'bad'
  text: string
}

export interface LeadSubmitOptions {
  sending: boolean
  /** Kept by the caller where a dialog must not close meanwhile. */
  setSending: (sending: boolean) => void
  leadType: () => LeadType
  /** The calculation whose report is wanted by mail. */
  report?: ReportRequest
  /** Before anything is checked. */
  onTry?: () => void
  /** After the lead was taken; what it answers is shown. */
  onTaken: (answer: AnswerOf<typeof submitLead>, leadType: LeadType, form: LeadForm) => Outcome | undefined
  /** The sentence for a lead that was not taken. */
  sentenceOf: (failure: unknown) => string
  /** A refusal is also shown as a message of the window. */
  aloud?: boolean
}

export interface LeadSubmit {
  id: string
  form: LeadForm
  challenge: ChallengeState
  sending: boolean
  outcome: Outcome | undefined
  say: (outcome: Outcome | undefined) => void
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/** One lead from its fields to its answer: checked, challenged, sent once, and nothing that was typed is lost. */
export function useLeadSubmit(options: LeadSubmitOptions): LeadSubmit {
  const { sending, setSending, leadType, report, onTry, onTaken, sentenceOf, aloud = false } = options
  const id = useId()
  const form = useLeadForm()
  const challenge = useChallenge()
  const [outcome, setOutcome] = useState<Outcome>()

  function say(next: Outcome | undefined): void {
    setOutcome(next)
    if (aloud && next?.tone === 'bad') notify.error(next.text)
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
    const wanted = leadType()
    setSending(true)
    try {
      const answer = await form.send(wanted, challenge.token, report)
      say(onTaken(answer, wanted, form))
    } catch (failure) {
      const refused = form.tell(failure)
      if (refused === undefined) say({ tone: 'bad', text: sentenceOf(failure) })
      else focus(refused)
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  return { id, form, challenge, sending, outcome, say, submit }
}
