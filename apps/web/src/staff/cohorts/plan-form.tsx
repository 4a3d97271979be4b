import { useState } from 'react'
import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import { ordinals, usualCoachingWeeks } from '#modules/leadership/cohorts/domain/coaching-weeks.ts'
import { type CohortPlan, dayInWords, lastDay } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { Options } from '../parts/options.tsx'
import styles from './cohorts.module.css'
import { CompanyChoice } from './company-choice.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The defaults of the first cohort; a later one copies the newest. */
const defaults: CohortPlan & { capacity: number } = {
  startsOn: '',
  timeZone: 'America/New_York',
  labs: [
    { weekday: 2, time: '12:00', minutes: 90 },
    { weekday: 4, time: '18:00', minutes: 90 },
  ],
  coachingWeeks: [...usualCoachingWeeks],
  capacity: 20,
}

const planOf = ({ startsOn, timeZone, labs, coachingWeeks }: CohortPlan): CohortPlan => ({
  startsOn,
  timeZone: timeZone.trim(),
  labs,
  coachingWeeks,
})

interface PlanFormProps {
  /** The cohort whose dates change; undefined for one that is opened. */
  cohort: StaffCohort | undefined
  /** The cohort whose times and size a new one copies. */
  template: StaffCohort | undefined
  /** @param id of the new cohort, the same for every attempt */
  save: (plan: CohortPlan, capacity: number, id: string, organizationId: string | null) => Promise<unknown>
  done: (plan: CohortPlan, capacity: number, id: string) => void
}

/** The dates of a new cohort, with its places, or the new dates of an open one. */
export function PlanForm({ cohort, template, save, done }: PlanFormProps) {
  const mayChoose = useMayAudit()
  const [newId] = useState(() => crypto.randomUUID())
  const [start] = useState(() => {
    const given = cohort ?? { ...defaults, ...template, startsOn: '' }
    return { ...planOf(given), capacity: given.capacity, company: '', organizationId: '' }
  })
  return (
    <ActionForm
      className={styles.form}
      start={start}
      send={({ organizationId, ...typed }) =>
        save(planOf(typed), typed.capacity, newId, organizationId || null)
      }
      done={(typed) => done(planOf(typed), typed.capacity, newId)}
    >
      {({ input, values, busy }) => (
        <>
          <Field
            {...input('startsOn', 'First day', { required: 'First day: enter a date.' })}
            type="date"
            help={
              /^\d{4}-\d\d-\d\d$/.test(values.startsOn)
                ? `${dayInWords(values.startsOn)}. Week 12 ends on ${dayInWords(lastDay(values.startsOn))}.`
                : 'The first day of week 1.'
            }
          />
          <Field
            {...input('timeZone', 'Time zone')}
            help="For example America/New_York. All times below are local times of this zone, in summer and in winter."
          />
          {start.labs.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labs are identified by their index
            <fieldset key={at} className={styles.lab}>
              <legend>{ordinals[at]} time of the weekly lab</legend>
              <Select {...input(`labs.${at}.weekday`, 'Day', { setValueAs: Number })}>
                <Options of={weekdays.map((day, index) => [index + 1, day])} />
              </Select>
              <Field {...input(`labs.${at}.time`, 'Begins')} type="time" />
              <Field
                {...input(`labs.${at}.minutes`, 'Minutes', { setValueAs: Number })}
                type="number"
                min={15}
                max={480}
              />
            </fieldset>
          ))}
          <fieldset className={styles.lab}>
            <legend>Weeks of the private coaching</legend>
            {start.coachingWeeks.map((_, at) => (
              <Field
                // biome-ignore lint/suspicious/noArrayIndexKey: sessions are identified by their index
                key={at}
                {...input(`coachingWeeks.${at}`, `${ordinals[at]} session`, { setValueAs: Number })}
                type="number"
                min={1}
                max={12}
              />
            ))}
          </fieldset>
          {cohort === undefined && mayChoose ? (
            <CompanyChoice
              typed={values.company}
              search={input('company', 'Only for the company')}
              choice={input('organizationId', 'Company found', {
                validate: (id, { company }) =>
                  id !== '' ||
                  company.trim() === '' ||
                  'Company found: choose one, or clear the field above.',
              })}
            />
          ) : null}
          {cohort === undefined ? (
            <Field
              {...input('capacity', 'Places', { setValueAs: Number })}
              type="number"
              min={1}
              max={500}
              help="The number of places on sale. A lab is held in groups of six: 18 places are three groups, 20 are four."
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
            disabled={
              cohort !== undefined && JSON.stringify(planOf(values)) === JSON.stringify(planOf(cohort))
            }
          >
            {cohort === undefined ? 'Open this cohort' : 'Save these dates'}
          </Button>
        </>
      )}
    </ActionForm>
  )
}

/** "3 participants have", "1 participant has" */
export const participantsHave = (count: number): string =>
  count === 1 ? '1 participant has' : `${count} participants have`
