import { type FormEvent, useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { Group } from '../parts/group.tsx'
import styles from './cohorts.module.css'
import { type Cohort, participantsHave, useCohortEdits } from './cohorts-api.ts'
import { CohortLinksForm } from './links-form.tsx'
import { PlanForm } from './plan-form.tsx'

/** Places, dates, links and cancellation of an open cohort; each form states its effects on participants. */
export function CohortPlan({ cohort }: { cohort: Cohort }) {
  const edits = useCohortEdits()
  const [cancelling, setCancelling] = useState(false)
  const start = dayInWords(cohort.startsOn)

  async function cancel(): Promise<void> {
    try {
      await edits.cancel(cohort.id)
      setCancelling(false)
      notify.success(`The cohort of ${start} is cancelled.`)
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'Not called off. Please try again.')
    }
  }

  return (
    <div className={styles.view}>
      <Group legend="Places">
        <Capacity
          key={cohort.capacity}
          cohort={cohort}
          save={(capacity) => edits.resize(cohort.id, capacity)}
        />
      </Group>
      <Group legend="Dates">
        <PlanForm
          // A new form when another person has changed the plan: the old one would undo the change.
          key={JSON.stringify([cohort.startsOn, cohort.timeZone, cohort.labs, cohort.coachingWeeks])}
          cohort={cohort}
          template={undefined}
          save={async (plan) => {
            await edits.move(cohort.id, plan)
            notify.success('The new dates are saved.')
          }}
        />
      </Group>
      <Group legend="Links and material">
        <CohortLinksForm cohort={cohort} />
      </Group>
      <Group legend="Call off">
        <div className={styles.form}>
          <p className={styles.effect}>{cancelEffect(cohort)}</p>
          <Button variant="secondary" onClick={() => setCancelling(true)}>
            Call off this cohort
          </Button>
        </div>
      </Group>
      <ConfirmDialog
        open={cancelling}
        onClose={() => setCancelling(false)}
        run={cancel}
        title={`Call off the cohort of ${start}?`}
        description={`${cancelEffect(cohort)} This cannot be undone.`}
        verb="Call it off"
        busyVerb="Calling off..."
      />
    </div>
  )
}

function cancelEffect({ taken, held }: Cohort): string {
  const effectOnPayers =
    taken === 0
      ? 'Nobody has paid for a place.'
      : `${participantsHave(taken)} paid, ${taken === 1 ? 'loses the place, and is' : 'lose their places, and are'} asked by email to choose another date or a refund.`
  return held === 0
    ? effectOnPayers
    : `${effectOnPayers} ${held === 1 ? '1 place that is held during payment is' : `${held} places that are held during payment are`} released.`
}

function Capacity({ cohort, save }: { cohort: Cohort; save: (capacity: number) => Promise<void> }) {
  const [typed, setTyped] = useState(String(cohort.capacity))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const used = cohort.taken + cohort.held + cohort.offered
  const requested = Number(typed)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await save(requested)
      setProblem(undefined)
      notify.success(`The cohort has ${requested} places.`)
    } catch (failure) {
      const { capacity } = problemsByInput(failure, () => 'capacity')
      setProblem(capacity ? `Places: ${capacity}` : (saidByServer(failure) ?? 'Not saved. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        type="number"
        label="Total places"
        min={Math.max(1, used)}
        max={500}
        value={typed}
        error={problem}
        help={effectOf(requested, cohort)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        busy={busy}
        busyText="Saving..."
        disabled={requested === cohort.capacity}
      >
        Change places
      </Button>
    </form>
  )
}

/** The effect of another number of places. */
function effectOf(requested: number, { capacity, taken, held, offered }: Cohort): string {
  const used = taken + held + offered
  if (!Number.isInteger(requested) || requested < 1) return 'Enter a number from 1 to 500.'
  if (requested < used) return `${used} are held or taken, so ${used} is the minimum.`
  const left = `${requested - used} left to sell`
  if (requested === capacity) return `${used} held or taken, ${left}.`
  return requested > capacity
    ? `${requested - capacity} more, ${left} then.`
    : `${capacity - requested} fewer, ${left} then. Nobody loses a place.`
}
