import { useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import type { StaffCohort } from '#modules/leadership/program/contract.ts'
import type { recordCohortAttendance } from '#modules/leadership/program/contract-records.ts'
import { useAction } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import type { ParticipantRecord } from './coaching-form.tsx'
import styles from './cohorts.module.css'
import { weeksBegun } from './standing.ts'

const reasons = { unknown: 'no participant in this cohort', ambiguous: 'more than one participant' } as const

interface AttendanceProps {
  cohort: StaffCohort
  participants: readonly ParticipantRecord[]
}

/** The attendance of the weeks that have begun in the cohort's time zone; before the first, when that is. */
export function AttendanceForm({ cohort, participants }: AttendanceProps) {
  const begun = weeksBegun(cohort, new Date())
  const [week, setWeek] = useState(begun)
  return (
    <section className={styles.form} aria-labelledby="attendance-heading">
      <h4 id="attendance-heading">Attendance</h4>
      {begun === 0 ? (
        <p className={styles.effect}>
          Attendance is recorded once the cohort has begun, on {dayInWords(cohort.startsOn)}.
        </p>
      ) : (
        <>
          <Select label="Week" value={week} onChange={(event) => setWeek(Number(event.target.value))}>
            {Array.from({ length: begun }, (_, at) => at + 1).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
          <AttendanceOfWeek key={week} {...{ cohort, participants, week }} />
        </>
      )}
    </section>
  )
}

/** One week: ticked, or pasted from the list of a meeting. */
function AttendanceOfWeek({ cohort: { id }, participants, week }: AttendanceProps & { week: number }) {
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const recording = useAction<typeof recordCohortAttendance>('POST', '/api/admin/cohorts/:id/attendance', [
    '/api/admin/cohorts',
  ])
  const was = ({ weeksAttended }: ParticipantRecord): boolean => weeksAttended.includes(week)
  const ids = (wanted: boolean): string[] =>
    participants
      .filter((each) => changed[each.orderId] === wanted && was(each) !== wanted)
      .map(({ orderId }) => orderId)
  const linesOf = (pasted: string): string[] => pasted.split('\n').filter((line) => line.trim() !== '')
  const unplaced = recording.data?.unplaced ?? []
  return (
    <ActionForm
      className={styles.form}
      start={{ pasted: '' }}
      send={({ pasted }) =>
        recording.mutateAsync({
          params: { id },
          body: { week, attended: ids(true), withdrawn: ids(false), lines: linesOf(pasted) },
        })
      }
      done={(_, reset, answer) => {
        setChanged({})
        // Keeps the lines that matched no participant.
        reset({ pasted: answer.unplaced.map(({ line }) => line).join('\n') })
        if (answer.unplaced.length === 0) notify.success(`The attendance of week ${week} is saved.`)
      }}
    >
      {({ input, values, busy }) => (
        <>
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
            {...input('pasted', 'Or paste the list of attendees')}
            optional
            rows={4}
            help="One person per line: an email address or a name, as listed by meeting software."
          />
          <Button
            type="submit"
            variant="secondary"
            busy={busy}
            busyText="Saving..."
            disabled={Object.keys(changed).length === 0 && linesOf(values.pasted).length === 0}
          >
            Save attendance
          </Button>
        </>
      )}
    </ActionForm>
  )
}
