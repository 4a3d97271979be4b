import { useState } from 'react'
import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import type {
  readCohortAttendance,
  recordCohortAttendance,
} from '#modules/leadership/cohorts/contract-records.ts'
import { dayInWords, dayOfLab } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAction } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { Options } from '../parts/options.tsx'
import type { ParticipantRecord } from './coaching-form.tsx'
import styles from './cohorts.module.css'
import { weeksBegun } from './standing.ts'

const reasons = {
  unknown: 'No participant has this name.',
  ambiguous: 'Several participants have this name.',
}

interface AttendanceProps {
  cohort: StaffCohort
  participants: readonly ParticipantRecord[]
}

/** The attendance of the labs whose week has begun in the cohort's time zone; before the first, when that is. */
export function AttendanceForm({ cohort, participants }: AttendanceProps) {
  const begun = weeksBegun(cohort, new Date())
  const [week, setWeek] = useState(begun)
  const [lab, setLab] = useState(1)
  const { labs, startsOn } = cohort
  const held = labs.map((each) => `${dayInWords(dayOfLab(startsOn, week, each))}, ${each.time}`)
  return (
    <section className={styles.form} aria-labelledby="attendance-heading">
      <h4 id="attendance-heading">Attendance</h4>
      {begun === 0 ? (
        <p className={styles.effect}>
          Attendance is recorded once the cohort has begun, on {dayInWords(startsOn)}.
        </p>
      ) : (
        <>
          <Select label="Week" value={week} onChange={(event) => setWeek(Number(event.target.value))}>
            <Options of={Array.from({ length: begun }, (_, at) => [at + 1, at + 1])} />
          </Select>
          <Select label="Live lab" value={lab} onChange={(event) => setLab(Number(event.target.value))}>
            <Options of={held.map((when, at) => [at + 1, when])} />
          </Select>
          <AttendanceOfLab
            key={`${week} ${lab}`}
            {...{ cohort, participants, week, lab, held: held[lab - 1] ?? '' }}
          />
        </>
      )}
    </section>
  )
}

/** Of UTF-16, which Teams writes, or UTF-8. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** One lab: ticked, or read from the participant list of its meeting, which is shown before it is saved. */
function AttendanceOfLab(props: AttendanceProps & { week: number; lab: number; held: string }) {
  const { cohort, participants, week, lab, held } = props
  const params = { id: cohort.id }
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const reading = useAction<typeof readCohortAttendance>('POST', '/api/admin/cohorts/:id/attendance/list', [])
  const recording = useAction<typeof recordCohortAttendance>('POST', '/api/admin/cohorts/:id/attendance', [
    '/api/admin/cohorts',
  ])
  const list = reading.data
  const read = (text: string, names: Record<string, string>) => {
    setChosen(names)
    const sent = Object.entries(names).map(([written, orderId]) => ({ written, orderId }))
    reading.mutate({ params, body: { text, chosen: sent } })
  }
  const threshold = Math.min(list?.threshold ?? 0, cohort.labs[lab - 1]?.minutes ?? 0)
  const rows = participants.map(({ orderId, name, labs }) => {
    const was = labs.find((each) => each.week === week && each.lab === lab)?.minutes
    const found = list?.people.find((each) => each.orderId === orderId)
    const minutes = found?.minutes ?? undefined
    const suggested = list?.isFile ? (minutes ?? 0) >= threshold : (found ?? was) !== undefined
    const shown = minutes ?? was
    const label = `${name ?? 'erased person'}${shown === undefined ? '' : `, ${shown} min`}`
    return { orderId, label, was, minutes, attended: changed[orderId] ?? suggested }
  })
  const attended = rows.filter((row) => row.attended && (row.minutes ?? row.was) !== row.was)
  const added = rows.filter((row) => row.attended && row.was === undefined && row.minutes === undefined)
  const withdrawn = rows.filter((row) => !row.attended && row.was !== undefined)
  const odd = new Set([...Object.keys(chosen), ...(list?.unmatched ?? []).map(({ written }) => written)])
  return (
    <ActionForm
      className={styles.form}
      start={{ text: '' }}
      send={() =>
        recording.mutateAsync({
          params,
          body: {
            ...{ week, lab },
            attended: [...attended, ...added].map(({ orderId }) => orderId),
            withdrawn: withdrawn.map(({ orderId }) => orderId),
            minutes: Object.fromEntries(attended.map(({ orderId, minutes }) => [orderId, minutes ?? 0])),
          },
        })
      }
      done={(_, reset) => {
        setChanged({})
        setChosen({})
        reading.reset()
        reset()
        notify.success(`The attendance of week ${week} is saved.`)
      }}
    >
      {({ input, values, set, busy }) => (
        <>
          <Field
            label="Participant list of the meeting"
            type="file"
            multiple
            accept=".csv,.txt,.tsv"
            optional
            help="The CSV file of Zoom or Teams. If the meeting was restarted, choose the files of all its parts."
            onChange={async ({ target }) => {
              const texts = await Promise.all([...(target.files ?? [])].map(textOf))
              set('text', texts.join('\n\n'))
            }}
          />
          <TextArea
            {...input('text', 'Or paste the list of participants')}
            optional
            rows={4}
            help="The text of such a file, or one person per line: an email address or a name."
            error={reading.isError ? reasonOf(reading.error) : undefined}
          />
          <Button
            variant="secondary"
            busy={reading.isPending}
            disabled={values.text.trim() === ''}
            onClick={() => read(values.text, chosen)}
          >
            Read the list
          </Button>
          {list ? (
            <Notice tone="info" announce title="Check the list, then save it">
              <p>
                {list.isFile
                  ? `Participants who were there for ${threshold} minutes or more are ticked. The list replaces what is recorded for this lab.`
                  : 'The participants in the list are ticked, for the whole lab.'}
                {list.begins ? ` The first person joined on ${list.begins}; the lab is on ${held}.` : ''}
              </p>
              {odd.size > 0 ? <p>Names without a participant: {list.unmatched.length}.</p> : null}
            </Notice>
          ) : null}
          {[...odd].map((written) => {
            const open = list?.unmatched.find((each) => each.written === written)
            return (
              <Select
                key={written}
                label={open?.minutes ? `${written}, ${open.minutes} min` : written}
                help={open ? reasons[open.why] : undefined}
                value={chosen[written] ?? ''}
                onChange={({ target: { value } }) => {
                  const { [written]: _, ...others } = chosen
                  read(values.text, value === '' ? others : { ...others, [written]: value })
                }}
              >
                <option value="">Not a participant</option>
                <Options of={participants.map(({ orderId, name }) => [orderId, name ?? 'erased person'])} />
              </Select>
            )
          })}
          <fieldset className={styles.ticks}>
            <legend>Attended week {week}</legend>
            {rows.map((row) => (
              <Checkbox
                key={row.orderId}
                label={row.label}
                checked={row.attended}
                onChange={(event) => setChanged({ ...changed, [row.orderId]: event.target.checked })}
              />
            ))}
          </fieldset>
          {withdrawn.length > 0 ? (
            <p className={styles.effect}>
              Recorded before and no longer ticked: {withdrawn.map(({ label }) => label).join('; ')}.
            </p>
          ) : null}
          <Button
            type="submit"
            variant="secondary"
            busy={busy}
            busyText="Saving..."
            disabled={attended.length + added.length + withdrawn.length === 0}
          >
            Save attendance
          </Button>
        </>
      )}
    </ActionForm>
  )
}
