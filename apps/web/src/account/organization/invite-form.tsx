import { type ChangeEvent, type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { inviteToSeats } from '#modules/leadership/cohorts/seats/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './organization.module.css'
import { type OrganizationSeat, ofOrganizations } from './organizations.ts'
import { readSeatList } from './seat-list.ts'

export interface InviteFormProps {
  organizationId: string
  orderId: string
  seats: readonly OrganizationSeat[]
  free: number
  close: () => void
}

/** Addresses, pasted or from a file. Entries that cannot be invited are listed by line before an invitation is sent. */
export function InviteForm({ organizationId, orderId, seats, free, close }: InviteFormProps) {
  const file = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  // The pressed button is gone: the field takes the focus.
  useEffect(() => area.current?.focus(), [])
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const { people, problems } = useMemo(() => {
    const known = new Set(seats.flatMap(({ email }) => email ?? []))
    return readSeatList(text, known, free)
  }, [text, seats, free])
  const sending = useAction<typeof inviteToSeats>(
    'POST',
    '/api/organizations/:id/seats/invite',
    ofOrganizations,
  )

  async function send(): Promise<void> {
    const emails = people.map(({ email }) => email)
    try {
      const { invited, noSeat } = await sending.mutateAsync({
        params: { id: organizationId },
        body: { orderId, emails },
      })
      notify.success(`${invited.length === 1 ? 'One person was' : `${invited.length} people were`} invited.`)
      if (noSeat.length === 0) return close()
      // The addresses that were not invited stay in the field.
      setText(noSeat.join('\n'))
      notify.error(
        'The other seats were taken in the meantime. The addresses that were not invited are still in the field.',
      )
    } catch {
      // The notice below the field says why.
    }
    area.current?.focus()
  }

  async function read(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [chosen] = event.target.files ?? []
    if (chosen !== undefined) setText(await chosen.text())
    event.target.value = ''
    area.current?.focus()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setEmpty(people.length === 0)
    if (people.length === 0) area.current?.focus()
    else if (!sending.isPending) void send()
  }

  return (
    <form className={styles.invite} noValidate onSubmit={submit}>
      <TextArea
        ref={area}
        label="Email addresses to invite"
        help={`One or more per line, with or without names. ${free === 1 ? '1 seat is' : `${free} seats are`} free.`}
        rows={6}
        maxLength={50_000}
        value={text}
        error={
          empty && people.length === 0 ? 'Enter at least one email address that can be invited.' : undefined
        }
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.file}>
        <label htmlFor={file}>Or choose a CSV file</label>
        <input
          id={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => void read(event)}
        />
      </p>
      <div aria-live="polite">
        {problems.length > 0 ? (
          <Notice
            tone="warn"
            title={
              problems.length === 1
                ? 'One entry will be skipped'
                : `${problems.length} entries will be skipped`
            }
          >
            <ul className={styles.problems}>
              {problems.slice(0, 20).map(({ line, text: entry, why }) => (
                <li key={`${line} ${entry} ${why}`}>
                  Line {line}: <q>{entry}</q> {why}.
                </li>
              ))}
              {problems.length > 20 ? <li>And {problems.length - 20} more.</li> : null}
            </ul>
          </Notice>
        ) : null}
      </div>
      <FormProblem
        text={
          sending.isError &&
          (saidByServer(sending.error) ?? 'No one was invited. Your list is still here. Please try again.')
        }
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" busy={sending.isPending} busyText="Inviting...">
          {people.length === 0
            ? 'Invite'
            : people.length === 1
              ? 'Invite 1 person'
              : `Invite ${people.length} people`}
        </Button>
        <Button size="small" variant="quiet" disabled={sending.isPending} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
