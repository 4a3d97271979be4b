import { useState } from 'react'
import type {
  cancelCohort,
  changeCohortCapacity,
  moveCohort,
  StaffCohort,
} from '#modules/leadership/cohorts/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { Group } from '../parts/group.tsx'
import styles from './cohorts.module.css'
import { CohortLinksForm } from './links-form.tsx'
import { PlanForm, participantsHave } from './plan-form.tsx'
import { CohortWeeks } from './weeks-form.tsx'

const lists = ['/api/admin/cohorts', '/api/admin/assignments']

/** Places, dates, coach, links, weeks and cancellation of an open cohort; each form states its effects on participants. */
export function CohortPlan({ cohort }: { cohort: StaffCohort }) {
  const { id } = cohort
  const move = useAction<typeof moveCohort>('PUT', '/api/admin/cohorts/:id/plan', lists)
  const cancellation = useAction<typeof cancelCohort>('POST', '/api/admin/cohorts/:id/cancel', lists)
  const [cancelling, setCancelling] = useState(false)
  const start = dayInWords(cohort.startsOn)

  return (
    <div className={styles.view}>
      <Group legend="Places">
        <Capacity key={cohort.capacity} cohort={cohort} />
      </Group>
      <Group legend="Dates">
        <PlanForm
          // A new form when another person has changed the plan: the old one would undo the change.
          key={JSON.stringify([cohort.startsOn, cohort.timeZone, cohort.labs, cohort.coachingWeeks])}
          cohort={cohort}
          template={undefined}
          save={(plan) => move.mutateAsync({ params: { id }, body: plan })}
          done={() => notify.success('The new dates are saved.')}
        />
      </Group>
      <Group legend="Coach and links">
        <CohortLinksForm cohort={cohort} />
      </Group>
      <Group
        legend="Weeks"
        help="Copied from the published syllabus when the cohort was opened. A change here is for this cohort only."
      >
        <CohortWeeks cohort={cohort} />
      </Group>
      <Group legend="Cancel">
        <div className={styles.form}>
          <p className={styles.effect}>{cancelEffect(cohort)}</p>
          <Button variant="secondary" onClick={() => setCancelling(true)}>
            Cancel this cohort
          </Button>
        </div>
      </Group>
      <ConfirmDialog
        open={cancelling}
        onClose={() => setCancelling(false)}
        run={() =>
          attempt(
            cancellation.mutateAsync({ params: { id } }),
            () => notify.success(`The cohort of ${start} is cancelled.`),
            'Not cancelled. Please try again.',
          )
        }
        title={`Cancel the cohort of ${start}?`}
        description={`${cancelEffect(cohort)} This cannot be undone.`}
        verb="Cancel the cohort"
        stay="Keep it"
        busyVerb="Cancelling..."
      />
    </div>
  )
}

function cancelEffect({ taken, held }: StaffCohort): string {
  const effectOnPayers =
    taken === 0
      ? 'Nobody has paid for a place.'
      : `${participantsHave(taken)} paid, ${taken === 1 ? 'loses the place, and is' : 'lose their places, and are'} asked by email to choose another date or a refund.`
  return held === 0
    ? effectOnPayers
    : `${effectOnPayers} ${held === 1 ? '1 place that is reserved during payment is' : `${held} places that are reserved during payment are`} released.`
}

function Capacity({ cohort }: { cohort: StaffCohort }) {
  const used = cohort.taken + cohort.held + cohort.offered
  const resize = useAction<typeof changeCohortCapacity>('PUT', '/api/admin/cohorts/:id/capacity', lists)
  return (
    <ActionForm
      className={styles.form}
      start={{ capacity: cohort.capacity }}
      send={(body) => resize.mutateAsync({ params: { id: cohort.id }, body })}
      done={({ capacity }) => notify.success(`The cohort has ${capacity} places.`)}
    >
      {({ input, values, busy }) => (
        <>
          <Field
            {...input('capacity', 'Total places', { setValueAs: Number })}
            type="number"
            min={Math.max(1, used)}
            max={500}
            help={effectOf(values.capacity, cohort)}
          />
          <Button
            type="submit"
            variant="secondary"
            busy={busy}
            busyText="Saving..."
            disabled={values.capacity === cohort.capacity}
          >
            Change places
          </Button>
        </>
      )}
    </ActionForm>
  )
}

/** The effect of another number of places. */
function effectOf(requested: number, { capacity, taken, held, offered }: StaffCohort): string {
  const used = taken + held + offered
  if (!Number.isInteger(requested) || requested < 1) return 'Enter a number from 1 to 500.'
  if (requested < used) return `${used} are reserved or paid, so ${used} is the minimum.`
  const left = `${requested - used} left to sell`
  if (requested === capacity) return `${used} reserved or paid, ${left}.`
  return requested > capacity
    ? `${requested - capacity} more, ${left} then.`
    : `${capacity - requested} fewer, ${left} then. Nobody loses a place.`
}
