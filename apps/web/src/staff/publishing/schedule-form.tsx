import { CalendarClock } from 'lucide-react'
import type { cancelSchedule, publishState, schedulePublish } from '#modules/content/contract-publishing.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { actionMessage, withToasts } from '../content/save-message.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { dateTime } from '../parts/moments.ts'
import styles from './publishing.module.css'

export type PublishState = AnswerOf<typeof publishState>

const changed = ['/api/cms/publishing']

/** The form that schedules publishes of Development to Production. */
export function ScheduleForm({ scheduled, dirty }: Pick<PublishState, 'scheduled'> & { dirty: boolean }) {
  const schedule = useAction<typeof schedulePublish>('PUT', '/api/cms/schedule', changed)
  const cancel = useAction<typeof cancelSchedule>('DELETE', '/api/cms/schedule/:id', changed)
  return (
    <>
      <ScheduleList
        scheduled={scheduled}
        busy={cancel.isPending}
        onCancel={(id) =>
          void withToasts('Cancelling failed', async () => {
            return (await cancel.mutateAsync({ params: { id } })).message
          })
        }
      />
      <ActionForm
        start={{ publishAt: '' }}
        send={({ publishAt }) =>
          schedule.mutateAsync({ body: { publishAt: new Date(publishAt).toISOString() } })
        }
        done={({ publishAt }, reset) => {
          notify.success(`Will be published on ${dateTime(new Date(publishAt).toISOString())}.`)
          reset()
        }}
        refused={{ reason: (failure) => actionMessage('Scheduling failed', failure) }}
        className={styles.schedule}
      >
        {({ input, busy }) => (
          <>
            <Field
              type="datetime-local"
              {...input('publishAt', 'Publish at', { required: 'Publish at: enter a date and a time.' })}
              help={`Your time (${Intl.DateTimeFormat().resolvedOptions().timeZone}). Publishes the content that is saved in Development at that time.`}
            />
            <Button type="submit" size="small" busy={busy} busyText="Scheduling...">
              Schedule
            </Button>
          </>
        )}
      </ActionForm>
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
