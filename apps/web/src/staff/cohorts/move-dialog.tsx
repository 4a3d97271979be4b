import type {
  cohortRoster,
  listAllCohorts,
  moveParticipant,
  StaffCohort,
} from '#modules/leadership/cohorts/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import styles from './cohorts.module.css'
import { standingOf } from './standing.ts'

export type RosterRow = AnswerOf<typeof cohortRoster>['orders'][number]

interface MoveDialogProps {
  cohortId: string
  /** The participant to move; undefined while the dialog is closed. */
  row: RosterRow | undefined
  onClose: () => void
}

/** Moves a participant to another cohort; states the effects on the places of both first. */
export function MoveDialog({ cohortId, row, onClose }: MoveDialogProps) {
  const move = useAction<typeof moveParticipant>(
    'POST',
    '/api/admin/cohorts/:id/participants/:orderId/cohort',
    ['/api/admin/cohorts', '/api/admin/assignments'],
  )
  return (
    <Dialog
      open={row !== undefined}
      narrow
      locked={move.isPending}
      onClose={onClose}
      title={`Move ${row?.name ?? 'this participant'} to another cohort`}
    >
      {row ? <MoveForm key={row.orderId} {...{ cohortId, row, onClose, move }} /> : null}
    </Dialog>
  )
}

interface MoveFormProps extends MoveDialogProps {
  row: RosterRow
  move: ReturnType<typeof useAction<typeof moveParticipant>>
}

function MoveForm({ cohortId, row, onClose, move }: MoveFormProps) {
  const { cohorts = [] } = useAnswer<typeof listAllCohorts>('/api/admin/cohorts', {}).data ?? {}
  const own = cohorts.find(({ id }) => id === cohortId)
  const others = cohorts.filter(
    (each) => each.id !== cohortId && !['Cancelled', 'Ended'].includes(standingOf(each)),
  )
  const first = others.find(({ placesLeft }) => placesLeft > 0) ?? others[0]
  if (own === undefined) return null
  if (first === undefined) return <p>No other cohort is open or running. Open one first.</p>
  const targetOf = (chosen: { cohortId: string }): StaffCohort =>
    others.find(({ id }) => id === chosen.cohortId) ?? first
  return (
    <ActionForm
      className={styles.form}
      start={{ cohortId: first.id, reason: '' }}
      send={(typed) =>
        move.mutateAsync({
          params: { id: cohortId, orderId: row.orderId },
          body: { ...typed, endsRefundRequest: row.refundAsked },
        })
      }
      done={(typed) => {
        onClose()
        notify.success(
          `${row.name ?? 'The participant'} is now in the cohort of ${startOf(targetOf(typed))}.`,
        )
      }}
    >
      {({ input, values, busy }) => (
        <>
          <Select {...input('cohortId', 'To the cohort of')}>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {startOf(each)}
                {each.placesLeft > 0 ? '' : ' (no place left)'}
              </option>
            ))}
          </Select>
          <ul className={styles.effects}>
            <li>{effectOnOwn(own, row)}</li>
            <li>{effectOnTarget(targetOf(values))}</li>
            <li>
              The participant is notified by email. Assignments that were handed in are kept; private sessions
              must be booked again.
            </li>
            {row.refundAsked ? (
              <li>The buyer has requested a refund. The move ends that request, so agree on it first.</li>
            ) : null}
          </ul>
          <Field
            {...input('reason', 'Reason', {
              validate: (text) => text.trim() !== '' || 'Enter a reason. It is kept with the change.',
            })}
            maxLength={300}
            help="Kept in the audit permanently. Do not enter names or health information."
          />
          <Button type="submit" busy={busy} busyText="Moving..." disabled={targetOf(values).placesLeft < 1}>
            Move to this cohort
          </Button>
        </>
      )}
    </ActionForm>
  )
}

const startOf = ({ startsOn }: StaffCohort): string => dayInWords(startsOn)

const places = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

/** The effect on the cohort that is left. */
function effectOnOwn(cohort: StaffCohort, { standing }: RosterRow): string {
  const start = startOf(cohort)
  if (standing !== 'taken') return `${start}: nothing changes, because there was no place.`
  const paid = `${start}: ${cohort.taken} of ${cohort.capacity} paid, then ${cohort.taken - 1}.`
  return cohort.waiting > 0 ? `${paid} The place is offered to the person who has waited longest.` : paid
}

function effectOnTarget(cohort: StaffCohort): string {
  const paid = `${startOf(cohort)}: ${cohort.taken} of ${cohort.capacity} paid`
  return cohort.placesLeft < 1
    ? `${paid}, and no place is left.`
    : `${paid}, then ${cohort.taken + 1}; ${places(cohort.placesLeft - 1)} left to sell.`
}
