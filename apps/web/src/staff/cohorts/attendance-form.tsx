import { type FormEvent, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './cohorts.module.css'
import { type ParticipantRecord, useAttendance } from './records-api.ts'

const weeks = Array.from({ length: 12 }, (_, at) => at + 1)
const reasons = { unknown: 'no participant in this cohort', ambiguous: 'more than one participant' } as const

/** The attendance of a week: ticked, or pasted from the list of a meeting. */
export function AttendanceForm({
  cohortId,
  participants,
}: {
  cohortId: string
  participants: readonly ParticipantRecord[]
}) {
  const [week, setWeek] = useState(1)
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const [pasted, setPasted] = useState('')
  const recording = useAttendance(cohortId)
  const was = ({ weeksAttended }: ParticipantRecord): boolean => weeksAttended.includes(week)
  const lines = pasted.split('\n').filter((line) => line.trim() !== '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    const ids = (wanted: boolean): string[] =>
      participants
        .filter((each) => changed[each.orderId] === wanted && was(each) !== wanted)
        .map(({ orderId }) => orderId)
    recording.mutate(
      { week, attended: ids(true), withdrawn: ids(false), lines },
      {
        onSuccess: ({ unplaced }) => {
          setChanged({})
          // Keeps the lines that matched no participant.
          setPasted(unplaced.map(({ line }) => line).join('\n'))
          if (unplaced.length === 0) notify.success(`The attendance of week ${week} is saved.`)
        },
      },
    )
  }

  const unplaced = recording.data?.unplaced ?? []
  return (
    <form className={styles.form} onSubmit={submit}>
      <h4>Attendance</h4>
      {recording.isError ? (
        <Notice tone="bad" announce>
          {saidByServer(recording.error) ?? 'Not saved. Please try again.'}
        </Notice>
      ) : null}
      {unplaced.length > 0 ? (
        <Notice
          tone="warn"
          announce
          title={`${unplaced.length} ${unplaced.length === 1 ? 'line' : 'lines'} could not be matched; the others are saved`}
        >
          <ul>
            {unplaced.map(({ line, why }) => (
              <li key={line}>
                {line}: {reasons[why]}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Select
        label="Week"
        value={week}
        onChange={(event) => {
          setWeek(Number(event.target.value))
          setChanged({})
          setPasted('')
          recording.reset()
        }}
      >
        {weeks.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
      <fieldset className={styles.ticks}>
        <legend>Attended week {week}</legend>
        {participants.map((each) => (
          <Checkbox
            key={each.orderId}
            label={each.name ?? 'erased person'}
            checked={changed[each.orderId] ?? was(each)}
            onChange={(event) => setChanged({ ...changed, [each.orderId]: event.target.checked })}
          />
        ))}
      </fieldset>
      <TextArea
        label="Or paste the list of attendees"
        optional
        rows={4}
        help="One person per line: an email address or a name, as listed by meeting software."
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        busy={recording.isPending}
        busyText="Saving..."
        disabled={Object.keys(changed).length === 0 && lines.length === 0}
      >
        Save attendance
      </Button>
    </form>
  )
}
