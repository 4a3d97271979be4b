import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import type {
  CohortLinks,
  changeCohortLinks,
  readCohortLinks,
} from '#modules/leadership/cohorts/contract-participation.ts'
import { ordinals } from '#modules/leadership/cohorts/domain/coaching-weeks.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { Loaded } from '../parts/loading-states.tsx'
import styles from './cohorts.module.css'

const path = '/api/admin/cohorts/:id/links'

/** The links to join the labs and to book coaching, and the coach's name. */
export function CohortLinksForm({ cohort }: { cohort: StaffCohort }) {
  const query = useAnswer<typeof readCohortLinks>(path, { params: { id: cohort.id } })
  return (
    <Loaded query={query} what="The links">
      {/* A new form when another person has changed the links: the old one would undo the change. */}
      {(given) => <LinksForm key={JSON.stringify(given)} cohort={cohort} given={given} />}
    </Loaded>
  )
}

interface LinksFormProps {
  cohort: StaffCohort
  given: AnswerOf<typeof readCohortLinks>
}

function LinksForm({ cohort: { id, labs }, given: { links, coach } }: LinksFormProps) {
  const save = useAction<typeof changeCohortLinks>('PUT', path, [path])
  const start = {
    coach,
    ...links,
    community: links.community ?? '',
    join: labs.map((_, at) => links.join[at] ?? ''),
  }
  return (
    <ActionForm
      className={styles.form}
      start={start}
      send={(typed) =>
        save.mutateAsync({
          params: { id },
          body: {
            coach: typed.coach.trim(),
            join: typed.join.map((link) => link.trim()),
            coaching: typed.coaching.trim(),
            community: typed.community.trim(),
          },
        })
      }
      done={() => notify.success('The links are saved. Participants see them at once.')}
    >
      {({ input, values, busy }) => (
        <>
          <Field
            {...input('coach', 'Name of the coach')}
            optional
            maxLength={80}
            help="Participants see it on their program page."
          />
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
          <Field
            {...input('community', 'Link to the forum of the cohort')}
            type="url"
            optional
            placeholder="https://"
            help="Without a link, the program page does not mention a forum."
          />
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

const textOf = ({ coach, join, coaching, community }: CohortLinks & { coach: string }): string =>
  JSON.stringify([coach, join, coaching, community])
