import { type FormEvent, useState } from 'react'
import { dayInWords, lastDay } from '#modules/leadership/domain/cohort-plan.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './cohorts.module.css'
import { type Cohort, type Plan, participantsHave } from './cohorts-api.ts'
import { ordinals } from './ordinals.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The defaults of the first cohort; a later one copies the newest. */
const defaults: Plan & { capacity: number } = {
  startsOn: '',
  timeZone: 'America/New_York',
  labs: [
    { weekday: 2, time: '12:00', minutes: 90 },
    { weekday: 4, time: '18:00', minutes: 90 },
  ],
  coachingWeeks: [4, 9],
  capacity: 20,
}

const unchanged = (plan: Plan, cohort: Cohort): boolean => {
  const parts = ({ startsOn, timeZone, labs, coachingWeeks }: Plan) =>
    JSON.stringify([startsOn, timeZone, labs, coachingWeeks])
  return parts(plan) === parts(cohort)
}

interface PlanFormProps {
  /** The cohort whose dates change; undefined for one that is opened. */
  cohort: Cohort | undefined
  /** The cohort whose times and size a new one copies. */
  template: Cohort | undefined
  /** @param id of the new cohort, the same for every attempt */
  save: (plan: Plan, capacity: number, id: string) => Promise<void>
}

type Problems = Partial<Record<string, string>>

/** The dates of a new cohort, with its places, or the new dates of an open one. */
export function PlanForm({ cohort, template, save }: PlanFormProps) {
  const [plan, setPlan] = useState<Plan>(cohort ?? { ...defaults, ...template, startsOn: '' })
  const [capacity, setCapacity] = useState(String(template?.capacity ?? defaults.capacity))
  const [newId] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Partial<Plan>): void => setPlan({ ...plan, ...part })
  const lab = (at: number, part: Partial<Plan['labs'][number]>): void =>
    change({ labs: plan.labs.map((each, index) => (index === at ? { ...each, ...part } : each)) })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (plan.startsOn === '') return setProblems({ startsOn: 'First day: enter a date.' })
    setBusy(true)
    try {
      const { startsOn, timeZone, labs, coachingWeeks } = plan
      await save({ startsOn, timeZone: timeZone.trim(), labs, coachingWeeks }, Number(capacity), newId)
      setProblems({})
    } catch (failure) {
      const known = problemsByInput(failure, (path) => path.split('.').slice(0, 3).join('.'))
      const form = saidByServer(failure) ?? 'Not saved. Please try again.'
      setProblems(Object.keys(known).length > 0 ? { ...known, form } : { form })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={useRefusedFocus(problems)}
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {problems.form ? (
        <Notice tone="bad" announce>
          {problems.form}
        </Notice>
      ) : null}
      <Field
        type="date"
        label="First day"
        required
        value={plan.startsOn}
        error={problems.startsOn}
        help={
          /^\d{4}-\d\d-\d\d$/.test(plan.startsOn)
            ? `${dayInWords(plan.startsOn)}. Week 12 ends on ${dayInWords(lastDay(plan.startsOn))}.`
            : 'The first day of week 1.'
        }
        onChange={(event) => change({ startsOn: event.target.value })}
      />
      <Field
        label="Time zone"
        required
        value={plan.timeZone}
        error={problems.timeZone}
        help="For example America/New_York. All times below are local times of this zone, in summer and in winter."
        onChange={(event) => change({ timeZone: event.target.value })}
      />
      {plan.labs.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labs are identified by their index
        <fieldset key={at} className={styles.lab}>
          <legend>{ordinals[at]} time of the weekly lab</legend>
          <Select
            label="Day"
            value={each.weekday}
            onChange={(event) => lab(at, { weekday: Number(event.target.value) })}
          >
            {weekdays.map((day, index) => (
              <option key={day} value={index + 1}>
                {day}
              </option>
            ))}
          </Select>
          <Field
            type="time"
            label="Begins"
            value={each.time}
            error={problems[`labs.${at}.time`]}
            onChange={(event) => lab(at, { time: event.target.value })}
          />
          <Field
            type="number"
            label="Minutes"
            min={15}
            max={480}
            value={each.minutes}
            error={problems[`labs.${at}.minutes`]}
            onChange={(event) => lab(at, { minutes: Number(event.target.value) })}
          />
        </fieldset>
      ))}
      <fieldset className={styles.lab}>
        <legend>Weeks of the private coaching</legend>
        {plan.coachingWeeks.map((week, at) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: sessions are identified by their index
            key={at}
            type="number"
            label={`${ordinals[at]} session`}
            min={1}
            max={12}
            value={week}
            error={problems[`coachingWeeks.${at}`]}
            onChange={(event) =>
              change({
                coachingWeeks: plan.coachingWeeks.map((each, index) =>
                  index === at ? Number(event.target.value) : each,
                ),
              })
            }
          />
        ))}
      </fieldset>
      {cohort === undefined ? (
        <Field
          type="number"
          label="Places"
          min={1}
          max={500}
          value={capacity}
          error={problems.capacity}
          help="The number of places on sale. A lab is held in groups of six: 18 places are three groups, 20 are four."
          onChange={(event) => setCapacity(event.target.value)}
        />
      ) : (
        <p className={styles.effect}>
          {cohort.taken === 0
            ? 'No one has paid for a place yet, so no one is notified.'
            : `${participantsHave(cohort.taken)} a place, and ${cohort.taken === 1 ? 'keeps' : 'keep'} it. Each is notified of the new dates by email.`}
        </p>
      )}
      <Button
        type="submit"
        variant={cohort === undefined ? 'primary' : 'secondary'}
        busy={busy}
        busyText="Saving..."
        disabled={cohort !== undefined && unchanged(plan, cohort)}
      >
        {cohort === undefined ? 'Open this cohort' : 'Save these dates'}
      </Button>
    </form>
  )
}
