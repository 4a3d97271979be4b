import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { handInAssignment as HandInAssignment } from '#modules/leadership/program/contract-records.ts'
import { call } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import styles from './program.module.css'
import { type Assignment, programKey } from './program-api.ts'

const states = {
  waiting: { tone: 'info', words: 'Handed in' },
  accepted: { tone: 'good', words: 'Accepted' },
  returned: { tone: 'warn', words: 'Returned' },
} as const

export interface AssignmentBoxProps {
  orderId: string
  /** The week, 13 for the final account. */
  number: number
  /** "Assignment of week 3" */
  label: string
  /** What was handed in; undefined before. */
  given: Assignment | undefined
  begun: boolean
}

/** One assignment: what was handed in, what the coach says of it, and the form until it is accepted. */
export function AssignmentBox({ orderId, number, label, given, begun }: AssignmentBoxProps) {
  const [open, setOpen] = useState(false)
  if (!begun) return null
  const state = given === undefined ? undefined : states[given.state]
  return (
    <div className={styles.assignment}>
      <div className={styles.assignmentHead}>
        <p>{label}</p>
        {state ? <Badge tone={state.tone}>{state.words}</Badge> : null}
        {given?.state === 'accepted' || open ? null : (
          <Button
            size="small"
            variant="secondary"
            aria-label={`${given === undefined ? 'Hand in' : 'Hand in anew'}: ${label}`}
            onClick={() => setOpen(true)}
          >
            {given === undefined ? 'Hand in' : 'Hand in anew'}
          </Button>
        )}
      </div>
      {given?.words ? (
        <blockquote className={styles.words}>
          <p>{given.words}</p>
          <footer>Your coach{given.answeredAt === null ? '' : `, ${dateTime(given.answeredAt)}`}</footer>
        </blockquote>
      ) : null}
      {open ? (
        <HandInForm
          label={label}
          given={given}
          target={{ orderId, assignment: number }}
          close={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

interface HandInFormProps {
  label: string
  given: Assignment | undefined
  target: { orderId: string; assignment: number }
  close: () => void
}

function HandInForm({ label, given, target, close }: HandInFormProps) {
  const client = useQueryClient()
  const area = useRef<HTMLTextAreaElement>(null)
  // The button that was pressed is no longer there.
  useEffect(() => area.current?.focus(), [])
  const [text, setText] = useState(given?.text ?? '')
  const [link, setLink] = useState(given?.link ?? '')
  // The same however often the form is sent.
  const [submissionId] = useState(() => crypto.randomUUID())
  const sending = useMutation({
    mutationFn: () =>
      call<typeof HandInAssignment>('PUT', '/api/program/:orderId/assignments/:assignment', {
        params: target,
        body: { submissionId, text, link: link.trim() },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: programKey })
      notify.success(`${label}: handed in. Your coach answers here.`)
      close()
    },
  })
  const problems: Partial<Record<string, string>> = problemsByInput(sending.error, (path) => path)
  const general =
    sending.isError && Object.keys(problems).length === 0
      ? (saidByServer(sending.error) ?? 'Not handed in. Your words are still here: please try again.')
      : undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    sending.mutate()
  }

  return (
    <form className={styles.handIn} noValidate onSubmit={submit}>
      {general ? (
        <Notice tone="bad" announce>
          <p>{general}</p>
        </Notice>
      ) : null}
      <TextArea
        ref={area}
        label="Your text"
        optional
        rows={6}
        maxLength={20_000}
        value={text}
        error={problems.text}
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        type="url"
        label="Or a link to it"
        optional
        placeholder="https://"
        help="Such as a shared document that your coach may open."
        value={link}
        error={problems.link}
        onChange={(event) => setLink(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" busy={sending.isPending} busyText="Handing in...">
          Hand it in
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
