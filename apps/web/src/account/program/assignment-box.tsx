import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { handInAssignment } from '#modules/leadership/cohorts/contract-records.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { useFocusBack } from '../../lib/focus-back.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { programPath } from '../../lib/orders.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem, TextArea } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Assignment, Participation } from './own-program.ts'
import styles from './program.module.css'

const states = {
  waiting: { tone: 'info', words: 'Handed in' },
  accepted: { tone: 'good', words: 'Accepted' },
  returned: { tone: 'warn', words: 'Returned' },
} as const

/** The state of the submission of an assignment; nothing without one. */
export function AssignmentState({ given }: { given: Assignment | undefined }) {
  if (given === undefined) return null
  const { tone, words } = states[given.state]
  return <Badge tone={tone}>{words}</Badge>
}

export interface AssignmentBoxProps {
  program: Participation
  /** The week, 13 for the final account. */
  number: number
  /** "Assignment of week 3" */
  label: string
  /** What is to be handed in. */
  work: { assignment: string; done: string }
}

/**
 * One assignment: its text, the submission (also one from an earlier cohort), the coach's answer, and the form until it is
 * accepted.
 */
export function AssignmentBox({ program, number, label, work }: AssignmentBoxProps) {
  const { orderId, begun, coach } = program
  const [open, setOpen] = useState(false)
  const opener = useFocusBack(open)
  const given = program.assignments.find((each) => each.number === number)
  return (
    <div className={styles.assignment}>
      {work.assignment === '' ? null : (
        <dl className={styles.work}>
          <dt>To hand in</dt>
          <dd>{work.assignment}</dd>
          {work.done === '' ? null : (
            <>
              <dt>What counts as done</dt>
              <dd>{work.done}</dd>
            </>
          )}
        </dl>
      )}
      <div className={styles.assignmentHead}>
        <AssignmentState given={given} />
        {!begun || given?.state === 'accepted' || open ? null : (
          <Button
            ref={opener}
            size="small"
            variant="secondary"
            aria-label={`${given === undefined ? 'Hand in' : 'Hand in again'}: ${label}`}
            onClick={() => setOpen(true)}
          >
            {given === undefined ? 'Hand in' : 'Hand in again'}
          </Button>
        )}
      </div>
      {given?.words ? (
        <blockquote className={styles.words}>
          <p>{given.words}</p>
          <footer>
            {coach || 'Your coach'}
            {given.answeredAt === null ? '' : `, ${dateTime(given.answeredAt)}`}
          </footer>
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

interface Submission {
  submissionId: string
  text: string
  link: string
}

function HandInForm({ label, given, target, close }: HandInFormProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  // The pressed button is gone: the text takes the focus.
  useEffect(() => area.current?.focus(), [])
  const [text, setText] = useState(given?.text ?? '')
  const [link, setLink] = useState(given?.link ?? '')
  const last = useRef<Submission>(undefined)
  const sending = useAction<typeof handInAssignment>('PUT', '/api/program/:orderId/assignments/:assignment', [
    programPath,
  ])
  // Memoized: each new object moves the focus to the first refused field.
  const problems = useMemo<Partial<Record<string, string>>>(
    () => problemsByInput(sending.error, (path) => path),
    [sending.error],
  )
  const general =
    sending.isError && Object.keys(problems).length === 0
      ? (saidByServer(sending.error) ?? 'Not handed in. Your text is still here. Please try again.')
      : undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    const given = { text, link: link.trim() }
    // An unchanged text keeps its submission's id, since only the answer may have been lost; a changed text gets a new id.
    if (last.current?.text !== given.text || last.current.link !== given.link)
      last.current = { submissionId: crypto.randomUUID(), ...given }
    sending.mutate(
      { params: target, body: last.current },
      {
        onSuccess: () => {
          notify.success(`${label}: handed in. Your coach will answer here.`)
          close()
        },
        // The button cannot hold the focus while it is busy.
        onError: () => area.current?.focus(),
      },
    )
  }

  return (
    <form ref={useRefusedFocus(problems)} className={styles.handIn} noValidate onSubmit={submit}>
      <FormProblem text={general} />
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
        help="For example, a shared document that your coach can open."
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
