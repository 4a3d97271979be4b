import { type FormEvent, useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './cohorts.module.css'
import { type Cohort, type RosterRow, useCohortEdits, useCohorts } from './cohorts-api.ts'
import { standingOf } from './standing.ts'

export interface MoveDialogProps {
  cohortId: string
  /** The participant to move; undefined while the dialog is closed. */
  row: RosterRow | undefined
  onClose: () => void
}

/** Moves a participant to another cohort; states the effects on the places of both first. */
export function MoveDialog({ cohortId, row, onClose }: MoveDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={row !== undefined}
      narrow
      locked={busy}
      onClose={onClose}
      title={`Move ${row?.name ?? 'this participant'} to another cohort`}
    >
      {row ? <MoveForm key={row.orderId} {...{ cohortId, row, onClose, busy, setBusy }} /> : null}
    </Dialog>
  )
}

interface MoveFormProps extends MoveDialogProps {
  row: RosterRow
  busy: boolean
  setBusy: (busy: boolean) => void
}

function MoveForm({ cohortId, row, onClose, busy, setBusy }: MoveFormProps) {
  const cohorts = useCohorts().data ?? []
  const { moveParticipant } = useCohortEdits()
  const own = cohorts.find(({ id }) => id === cohortId)
  const others = cohorts.filter(
    (each) => each.id !== cohortId && !['Cancelled', 'Ended'].includes(standingOf(each)),
  )
  const [chosen, choose] = useState(
    others.find(({ placesLeft }) => placesLeft > 0)?.id ?? others[0]?.id ?? '',
  )
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const form = useRefusedFocus(problems)
  const target = others.find(({ id }) => id === chosen)
  if (own === undefined) return null
  if (target === undefined) return <p>No other cohort is open or running. Open one first.</p>

  async function move(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (reason.trim() === '') return setProblems({ reason: 'Enter a reason. It is kept with the change.' })
    setBusy(true)
    try {
      await moveParticipant(cohortId, row.orderId, {
        ...{ cohortId: chosen, reason, endsRefundRequest: row.refundAsked },
      })
      onClose()
      notify.success(`${row.name ?? 'The participant'} is now in the cohort of ${startOf(target)}.`)
    } catch (failure) {
      const known = problemsByInput(failure, (path) => path)
      const form = saidByServer(failure) ?? 'Not moved. Please try again.'
      setProblems(Object.keys(known).length > 0 ? known : { form })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void move(event)}>
      {problems.form ? (
        <Notice tone="bad" announce>
          {problems.form}
        </Notice>
      ) : null}
      <Select label="To the cohort of" value={chosen} onChange={(event) => choose(event.target.value)}>
        {others.map((each) => (
          <option key={each.id} value={each.id}>
            {startOf(each)}
            {each.placesLeft > 0 ? '' : ' (no place left)'}
          </option>
        ))}
      </Select>
      <ul className={styles.effects}>
        <li>{effectOnOwn(own, row)}</li>
        <li>{effectOnTarget(target)}</li>
        <li>
          The participant is notified by email. Assignments that were handed in are kept; private sessions
          must be booked again.
        </li>
        {row.refundAsked ? (
          <li>The buyer has requested a refund. The move ends that request, so agree on it first.</li>
        ) : null}
      </ul>
      <Field
        label="Reason"
        required
        maxLength={300}
        help="Kept in the audit permanently. Do not enter names or health information."
        value={reason}
        error={problems.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" busy={busy} busyText="Moving..." disabled={target.placesLeft < 1}>
        Move to this cohort
      </Button>
    </form>
  )
}

const startOf = (cohort: Cohort | undefined): string =>
  cohort === undefined ? 'the other date' : dayInWords(cohort.startsOn)

const places = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

/** The effect on the cohort that is left. */
function effectOnOwn(cohort: Cohort, { standing }: RosterRow): string {
  const start = startOf(cohort)
  if (standing !== 'taken') return `${start}: nothing changes, because there was no place.`
  const paid = `${start}: ${cohort.taken} of ${cohort.capacity} paid, then ${cohort.taken - 1}.`
  return cohort.waiting > 0 ? `${paid} The place is offered to the person who has waited longest.` : paid
}

function effectOnTarget(cohort: Cohort): string {
  const paid = `${startOf(cohort)}: ${cohort.taken} of ${cohort.capacity} paid`
  return cohort.placesLeft < 1
    ? `${paid}, and no place is left.`
    : `${paid}, then ${cohort.taken + 1}; ${places(cohort.placesLeft - 1)} left to sell.`
}
