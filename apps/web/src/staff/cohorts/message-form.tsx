import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import type { cohortMessages, sendMessage } from '#modules/leadership/cohorts/contract-messages.ts'
import type { cohortRecords } from '#modules/leadership/cohorts/contract-records.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf, Sent } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem, Select, TextArea } from '../../ui/field.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { Loaded, Trouble } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import type { ParticipantRecord } from './coaching-form.tsx'
import styles from './cohorts.module.css'
import { MessagePreview, Prose } from './message-preview.tsx'

/** The form for a mail to the participants of a cohort, and the list of sent ones. */
export function CohortMessages({ cohort: { id } }: { cohort: StaffCohort }) {
  const records = useAnswer<typeof cohortRecords>('/api/admin/cohorts/:id/records', { params: { id } })
  return (
    <Loaded query={records} what="The participants">
      {({ participants }) => {
        // An erased person has no address.
        const known = participants.filter(({ name }) => name !== null)
        return (
          <>
            {known.length === 0 ? (
              <p className={styles.effect}>There are no participants to write to yet.</p>
            ) : (
              <MessageForm cohortId={id} participants={known} />
            )}
            <SentMessages cohortId={id} />
          </>
        )
      }}
    </Loaded>
  )
}

/** A mail that staff writes; a repeated id is the same mail. */
type Message = Sent<typeof sendMessage>['body']
type Problems = Partial<Record<string, string>>

function MessageForm({
  cohortId,
  participants,
}: {
  cohortId: string
  participants: readonly ParticipantRecord[]
}) {
  const [audience, setAudience] = useState<'all' | 'behind'>('all')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const [confirming, setConfirming] = useState(false)
  const [missing, setMissing] = useState<Problems>()
  const last = useRef<Message>(undefined)
  const sending = useAction<typeof sendMessage>('POST', '/api/admin/cohorts/:id/messages', [
    '/api/admin/cohorts',
  ])
  const behind = participants.filter(({ standing }) => standing !== 'on-track')
  const recipients = audience === 'all' ? participants : behind
  const names = recipients.map(({ name }) => name).join(', ')
  // Memoized: each new object moves the focus to the first refused field.
  const problems = useMemo<Problems>(
    () => missing ?? problemsByInput(sending.error, (path) => (path.startsWith('orderIds') ? 'to' : path)),
    [missing, sending.error],
  )

  function review(event: FormEvent): void {
    event.preventDefault()
    const found = {
      ...(subject.trim() === '' ? { subject: 'Enter a subject.' } : {}),
      ...(text.trim() === '' ? { text: 'Enter a text.' } : {}),
    }
    const isComplete = Object.keys(found).length === 0
    setMissing(isComplete ? undefined : found)
    setConfirming(isComplete)
  }

  async function send(): Promise<void> {
    const given = { subject, text, orderIds: recipients.map(({ orderId }) => orderId) }
    // An unchanged message keeps its id, since only the answer may have been lost.
    const { messageId = '', ...before } = last.current ?? {}
    const same = JSON.stringify(before) === JSON.stringify(given)
    last.current = { messageId: same ? messageId : crypto.randomUUID(), ...given }
    await sending.mutateAsync({ params: { id: cohortId }, body: last.current }).then(
      ({ recipients: count }) => {
        last.current = undefined
        setSubject('')
        setText('')
        notify.success(`The email is being sent to ${people(count)}.`)
      },
      // The form shows the failure.
      () => undefined,
    )
  }

  const form = useRefusedFocus(problems)
  return (
    <>
      <form ref={form} className={styles.form} noValidate onSubmit={review}>
        <FormProblem
          text={
            sending.isError &&
            (saidByServer(sending.error) ?? 'Not sent. Your text is still here. Please try again.')
          }
        />
        <Select
          label="To"
          value={audience}
          error={problems.to}
          help={recipients.length === 0 ? 'No one is behind.' : names}
          onChange={(event) => setAudience(event.target.value === 'all' ? 'all' : 'behind')}
        >
          <option value="all">All participants ({participants.length})</option>
          <option value="behind">Those who are behind ({behind.length})</option>
        </Select>
        <Field
          label="Subject"
          required
          maxLength={150}
          value={subject}
          error={problems.subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <TextArea
          label="Text"
          required
          rows={7}
          maxLength={10_000}
          help="An empty line starts a new paragraph. Addresses that begin with https:// become links."
          value={text}
          error={problems.text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={sending.isPending}
          busyText="Sending..."
          disabled={recipients.length === 0}
        >
          Preview the email
        </Button>
      </form>
      <ConfirmDialog
        open={confirming}
        wide
        onClose={() => setConfirming(false)}
        run={send}
        title={`Send this email to ${people(recipients.length)}?`}
        description={names}
        verb="Send it"
        busyVerb="Sending..."
      >
        <MessagePreview subject={subject} text={text} firstName={recipients[0]?.name?.split(' ')[0] ?? ''} />
      </ConfirmDialog>
    </>
  )
}

const people = (count: number): string => (count === 1 ? '1 participant' : `${count} participants`)

type SentMessage = AnswerOf<typeof cohortMessages>['messages'][number]

/** The mails that were sent to a cohort; renders nothing without any. */
function SentMessages({ cohortId }: { cohortId: string }) {
  const query = useAnswer<typeof cohortMessages>('/api/admin/cohorts/:id/messages', {
    params: { id: cohortId },
  })
  if (query.isLoadingError)
    return <Trouble what="The emails" failure={query.error} onRetry={() => void query.refetch()} />
  const { messages = [] } = query.data ?? {}
  if (messages.length === 0) return null
  return (
    <section className={styles.roster} aria-label="Sent emails">
      <h4>Sent</h4>
      <ul className={styles.waiting}>
        {messages.map((message) => (
          <li key={message.id}>
            <details>
              <summary>
                {subjectOf(message)}, {dateTime(message.sentAt)}
              </summary>
              <div className={styles.form}>
                <p className={styles.effect}>
                  By {message.by}. {deliveredWords(message)}
                </p>
                {message.text === null ? null : <Prose text={message.text} />}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

const subjectOf = ({ subject }: SentMessage): string => (subject === '' ? 'Erased' : (subject ?? 'An email'))

function deliveredWords({ delivered, dropped, recipients }: SentMessage): string {
  if (recipients === 0) return 'All recipients have been erased, and so has the text.'
  const sent = delivered === recipients ? `Sent to ${recipients}.` : `Sent to ${delivered} of ${recipients}.`
  const undelivered =
    dropped === 0 ? '' : ` ${dropped} no longer had a place or an account and did not receive it.`
  const retried = delivered + dropped < recipients ? ' The others are retried for five days.' : ''
  return `${sent}${undelivered}${retried}`
}
