import { Plus } from 'lucide-react'
import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import type {
  CohortWeek,
  changeCohortWeek,
  cohortWeeks,
} from '#modules/leadership/cohorts/contract-participation.ts'
import { ordinals } from '#modules/leadership/cohorts/domain/coaching-weeks.ts'
import { finalAccount } from '#modules/leadership/cohorts/domain/cohort-record.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { keyed } from '../../lib/keyed.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { Loaded } from '../parts/loading-states.tsx'
import styles from './cohorts.module.css'

const path = '/api/admin/cohorts/:id/weeks'

/** The weeks of a cohort: its copy of the syllabus, and the recordings of its labs. */
export function CohortWeeks({ cohort }: { cohort: StaffCohort }) {
  const query = useAnswer<typeof cohortWeeks>(path, { params: { id: cohort.id } })
  return (
    <Loaded query={query} what="The weeks">
      {({ weeks }) => (
        <ol className={styles.waiting}>
          {/* A new form when another person has changed the week: the old one would undo the change. */}
          {keyed(weeks, (week) => JSON.stringify(week)).map(([key, week, at]) => (
            <li key={key}>
              <details>
                <summary>{titleOf(at + 1, week)}</summary>
                <WeekForm cohort={cohort} number={at + 1} given={week} />
              </details>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function titleOf(number: number, { theme, recordings }: CohortWeek): string {
  if (number === finalAccount) return 'Final account'
  const recorded = recordings.some((link) => link !== '') ? ', recording linked' : ''
  return `Week ${number}${theme && `: ${theme}`}${recorded}`
}

interface WeekFormProps {
  cohort: StaffCohort
  /** The week, 13 for the final account, which has an assignment only. */
  number: number
  given: CohortWeek
}

function WeekForm({ cohort: { id, labs }, number, given }: WeekFormProps) {
  const save = useAction<typeof changeCohortWeek>('PUT', `${path}/:week`, [path])
  const isWeek = number !== finalAccount
  const start = { ...given, recordings: isWeek ? labs.map((_, at) => given.recordings[at] ?? '') : [] }
  const name = isWeek ? `Week ${number}` : 'The final account'
  return (
    <ActionForm
      className={styles.form}
      start={start}
      send={(body) => save.mutateAsync({ params: { id, week: number }, body })}
      done={() => notify.success(`${name} is saved. Participants of this cohort see it at once.`)}
    >
      {({ input, values: { material }, set, busy }) => (
        <>
          {start.recordings.map((_, at) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: labs are identified by their index
              key={at}
              {...input(
                `recordings.${at}`,
                labs.length === 1 ? 'Link to the recording' : `${ordinals[at]} time: link to the recording`,
              )}
              type="url"
              optional
              placeholder="https://"
            />
          ))}
          {isWeek ? (
            <>
              <Field {...input('theme', 'Theme')} maxLength={200} />
              <TextArea {...input('lab', 'Live lab')} rows={2} maxLength={2_000} />
            </>
          ) : null}
          <TextArea {...input('assignment', 'Assignment')} rows={3} maxLength={2_000} />
          <TextArea {...input('done', 'What counts as done')} rows={3} maxLength={2_000} />
          {material.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a form that is not sorted
            <fieldset key={at} className={styles.material}>
              <legend>Material {at + 1}</legend>
              <Field {...input(`material.${at}.title`, 'Title')} maxLength={120} />
              <Field {...input(`material.${at}.url`, 'Link')} type="url" placeholder="https://" />
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove material ${at + 1}`}
                onClick={() => set('material', material.toSpliced(at, 1))}
              >
                Remove
              </Button>
            </fieldset>
          ))}
          <div className={styles.actions}>
            <Button type="submit" size="small" variant="secondary" busy={busy} busyText="Saving...">
              Save {isWeek ? `week ${number}` : 'the final account'}
            </Button>
            {isWeek ? (
              <Button
                size="small"
                variant="quiet"
                icon={<Plus aria-hidden="true" />}
                onClick={() => set('material', [...material, { title: '', url: '' }])}
              >
                Add material
              </Button>
            ) : null}
          </div>
        </>
      )}
    </ActionForm>
  )
}
