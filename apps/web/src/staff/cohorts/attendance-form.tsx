import { type FormEvent, useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './cohorts.module.css'
import type { Cohort } from './cohorts-api.ts'
import { type ParticipantRecord, useAttendance } from './records-api.ts'
import { weeksBegun } from './standing.ts'

const reasons = { unknown: 'no participant in this cohort', ambiguous: 'more than one participant' } as const

interface AttendanceProps {
  cohort: Cohort
  participants: readonly ParticipantRecord[]
}

/** The attendance of the weeks that have begun in the cohort's time zone; before the first, when that is. */
export function AttendanceForm({ cohort, participants }: AttendanceProps) {
  const begun = weeksBegun(cohort, new Date())
  return begun === 0 ? (
    <div className={styles.form}>
      <h4>Attendance</h4>
      <p className={styles.effect}>
        Attendance is recorded once the cohort has begun, on {dayInWords(cohort.startsOn)}.
      </p>
    </div>
  ) : (
    <AttendanceOfWeek cohortId={cohort.id} participants={participants} begun={begun} />
  )
}

/** A week, the current one first: ticked, or pasted from the list of a meeting. */
function AttendanceOfWeek({
  cohortId,
  participants,
  begun,
}: {
  cohortId: string
  participants: readonly ParticipantRecord[]
  begun: number
}) {
  const [week, setWeek] = useState(begun)
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
        {Array.from({ length: begun }, (_, at) => at + 1).map((each) => (
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
