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

/** A date and a time at which Development becomes Production; one waits at a time. */
export function ScheduleForm({ scheduled, dirty, onChanged }: ScheduleFormProps) {
  const [at, setAt] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function set(event: FormEvent): Promise<void> {
    event.preventDefault()
    const moment = new Date(at)
    if (at === '' || Number.isNaN(moment.getTime())) return setProblem('Publish at needs a date and a time.')
    setProblem(undefined)
    setBusy(true)
    try {
      await setSchedule(moment.toISOString())
      setAt('')
      notify.success(`Will be published on ${dateTime(moment.toISOString())}.`)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 400) setProblem(failure.message)
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
      {scheduled ? (
        <div className={styles.waiting}>
          <Badge tone="info" icon={CalendarClock}>
            waiting
          </Badge>
          <p>
            <strong>{dateTime(scheduled.publishAt)}</strong>, set by {scheduled.by}
          </p>
          <Button size="small" variant="secondary" disabled={busy} onClick={() => void cancel(scheduled.id)}>
            Cancel this publish
          </Button>
        </div>
      ) : (
        <p>Nothing is scheduled.</p>
      )}
      <form className={styles.schedule} onSubmit={set} noValidate>
        <Field
          type="datetime-local"
          label={scheduled ? 'Publish at another time' : 'Publish at'}
          help={`Your time (${Intl.DateTimeFormat().resolvedOptions().timeZone}). Publishes what is saved in Development at that moment.`}
          value={at}
          error={problem}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button type="submit" size="small" busy={busy} busyText="Scheduling...">
          {scheduled ? 'Move it' : 'Schedule'}
        </Button>
      </form>
      {dirty ? <Notice tone="warn">You have unsaved changes. Only what is saved is published.</Notice> : null}
    </>
  )
}
