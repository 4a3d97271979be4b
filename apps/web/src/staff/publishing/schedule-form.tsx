import { CalendarClock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiFailure } from '../../lib/call.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { actionMessage } from '../content/save-message.ts'
import styles from './publishing.module.css'
import { dropSchedule, type PublishState, setSchedule } from './publishing-api.ts'

interface ScheduleFormProps {
  scheduled: PublishState['scheduled']
  dirty: boolean
  onChanged: () => Promise<void>
}

/** The form that schedules publishes of Development to Production. */
export function ScheduleForm({ scheduled, dirty, onChanged }: ScheduleFormProps) {
  const [at, setAt] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function set(event: FormEvent): Promise<void> {
    event.preventDefault()
    const moment = new Date(at)
    if (at === '' || Number.isNaN(moment.getTime())) return setProblem('Publish at: enter a date and a time.')
    setProblem(undefined)
    setBusy(true)
    try {
      await setSchedule(moment.toISOString())
      setAt('')
      notify.success(`Will be published on ${dateTime(moment.toISOString())}.`)
    } catch (failure) {
      if (failure instanceof ApiFailure && [400, 409].includes(failure.status)) setProblem(failure.message)
      else notify.error(actionMessage('Scheduling failed', failure))
    } finally {
      setBusy(false)
      await onChanged()
    }
  }

  async function cancel(id: number): Promise<void> {
    setBusy(true)
    try {
      notify.success((await dropSchedule(id)).message)
    } catch (failure) {
      notify.error(actionMessage('Cancelling failed', failure))
    } finally {
      setBusy(false)
      await onChanged()
    }
  }

  return (
    <>
      <ScheduleList scheduled={scheduled} busy={busy} onCancel={(id) => void cancel(id)} />
      <form className={styles.schedule} onSubmit={set} noValidate>
        <Field
          type="datetime-local"
          label="Publish at"
          help={`Your time (${Intl.DateTimeFormat().resolvedOptions().timeZone}). Publishes the content that is saved in Development at that time.`}
          value={at}
          error={problem}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button type="submit" size="small" busy={busy} busyText="Scheduling...">
          Schedule
        </Button>
      </form>
      {dirty ? (
        <Notice tone="warn">You have unsaved changes. Only saved changes are published.</Notice>
      ) : null}
    </>
  )
}

interface ScheduleListProps {
  scheduled: PublishState['scheduled']
  busy?: boolean
  /** Undefined for read-only access. */
  onCancel?: (id: number) => void
}

/** The scheduled publishes, the next first. */
export function ScheduleList({ scheduled, busy = false, onCancel }: ScheduleListProps) {
  if (scheduled.length === 0) return <p>Nothing is scheduled.</p>
  return (
    <ul className={styles.list}>
      {scheduled.map(({ id, publishAt, by }) => (
        <li key={id} className={styles.waiting}>
          <Badge tone="info" icon={CalendarClock}>
            scheduled
          </Badge>
          <p>
            <strong>{dateTime(publishAt)}</strong>, set by {by}
          </p>
          {onCancel ? (
            <Button size="small" variant="secondary" disabled={busy} onClick={() => onCancel(id)}>
              Cancel this publish<span className="visually-hidden"> on {dateTime(publishAt)}</span>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
