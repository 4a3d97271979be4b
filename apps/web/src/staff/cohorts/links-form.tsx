import { Plus } from 'lucide-react'
import type { StaffCohort } from '#modules/leadership/program/contract.ts'
import type {
  CohortLinks,
  changeCohortLinks,
  readCohortLinks,
} from '#modules/leadership/program/contract-participation.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { Loaded } from '../parts/loading-states.tsx'
import styles from './cohorts.module.css'
import { ordinals } from './ordinals.ts'

const path = '/api/admin/cohorts/:id/links'

/** The links to join the labs and to book coaching, and the material of each week. */
export function CohortLinksForm({ cohort }: { cohort: StaffCohort }) {
  const query = useAnswer<typeof readCohortLinks>(path, { params: { id: cohort.id } })
  return (
    <Loaded query={query} what="The links">
      {/* A new form when another person has changed the links: the old one would undo the change. */}
      {({ links }) => <LinksForm key={JSON.stringify(links)} cohort={cohort} given={links} />}
    </Loaded>
  )
}

function LinksForm({ cohort: { id, labs }, given }: { cohort: StaffCohort; given: CohortLinks }) {
  const save = useAction<typeof changeCohortLinks>('PUT', path, [path])
  const start = { ...given, join: labs.map((_, at) => given.join[at] ?? '') }
  return (
    <ActionForm
      className={styles.form}
      start={start}
      send={({ join, coaching, material }) =>
        save.mutateAsync({
          params: { id },
          body: {
            join: join.map((link) => link.trim()),
            coaching: coaching.trim(),
            material: material.map((each) => ({ ...each, url: each.url.trim() })),
          },
        })
      }
      done={() => notify.success('The links are saved. Participants see them at once.')}
    >
      {({ input, values, values: { material }, set, busy }) => (
        <>
          {labs.map((_, at) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: labs are identified by their index
              key={at}
              {...input(`join.${at}`, `${ordinals[at]} time: link to join`)}
              type="url"
              optional
              placeholder="https://"
            />
          ))}
          <Field
            {...input('coaching', 'Link to book the private coaching')}
            type="url"
            optional
            placeholder="https://"
            help="Without a link, participants see that their coach will write to them."
          />
          {material.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a form that is not sorted
            <fieldset key={at} className={styles.material}>
              <legend>Material {at + 1}</legend>
              <Field
                {...input(`material.${at}.week`, 'Week', { setValueAs: Number })}
                type="number"
                min={1}
                max={12}
              />
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
          <Button
            size="small"
            variant="quiet"
            icon={<Plus aria-hidden="true" />}
            onClick={() =>
              set('material', [...material, { week: material.at(-1)?.week ?? 1, title: '', url: '' }])
            }
          >
            Add material
          </Button>
          <Button
            type="submit"
            variant="secondary"
            busy={busy}
            busyText="Saving..."
            disabled={textOf(values) === textOf(start)}
          >
            Save the links
          </Button>
        </>
      )}
    </ActionForm>
  )
}

const textOf = ({ join, coaching, material }: CohortLinks): string =>
  JSON.stringify([join, coaching, material.map(({ week, title, url }) => [week, title, url])])
