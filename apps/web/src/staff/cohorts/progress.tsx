import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import type { cohortRecords } from '#modules/leadership/cohorts/contract-records.ts'
import { useAnswer } from '../../lib/answers.ts'
import { shortOrderId } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import { mayUse, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import { AttendanceForm } from './attendance-form.tsx'
import { CoachingForm, type ParticipantRecord } from './coaching-form.tsx'
import styles from './cohorts.module.css'

const standings = {
  below: { tone: 'bad', words: 'Below ten unless made up' },
  'at-risk': { tone: 'warn', words: 'Below ten after one more' },
  'on-track': { tone: 'good', words: 'On track' },
} as const

/** The progress of each participant; those about to fall below ten of twelve come first. */
export function Progress({ cohort }: { cohort: StaffCohort }) {
  const records = useAnswer<typeof cohortRecords>('/api/admin/cohorts/:id/records', {
    params: { id: cohort.id },
  })
  const mayChange = mayUse(useStaffMember().role, ['editor', 'finance'])
  if (records.isLoadingError)
    return <Trouble what="The progress" failure={records.error} onRetry={() => void records.refetch()} />
  if (!records.data) return <SkeletonLines what="the progress" />
  const { participants, coachingSessions } = records.data
  if (participants.length === 0) return null
  const behind = participants.filter(({ standing }) => standing !== 'on-track').length
  const change = mayChange && cohort.status === 'open'
  return (
    <section className={styles.roster} aria-labelledby="progress-heading">
      <h3 id="progress-heading">Progress</h3>
      <p className={styles.effect}>
        {behind === 0
          ? 'No one is about to fall below ten of twelve assignments.'
          : `${behind} ${behind === 1 ? 'is' : 'are'} at ten of twelve assignments or below, unless missed ones are made up.`}
      </p>
      <Table
        caption="Progress"
        columns={columns}
        rows={participants}
        keyOf={({ orderId }) => orderId}
        first={{ column: 'missed', descending: true }}
        empty={null}
      />
      {change ? (
        <>
          <AttendanceForm cohort={cohort} participants={participants} />
          {coachingSessions > 0 ? (
            <CoachingForm cohortId={cohort.id} participants={participants} sessions={coachingSessions} />
          ) : null}
        </>
      ) : null}
    </section>
  )
}

const accepted = ({ assignments }: ParticipantRecord): number =>
  assignments.filter(({ state, number }) => state === 'accepted' && number <= 12).length

const columns: Column<ParticipantRecord>[] = [
  {
    id: 'name',
    label: 'Name',
    namesRow: true,
    value: ({ name }) => name ?? '',
    cell: ({ name, orderId }) => <bdi>{name ?? `Buyer of order ${shortOrderId(orderId)}`}</bdi>,
  },
  {
    id: 'missed',
    label: 'Missed',
    value: ({ missed }) => missed.length,
    cell: ({ missed, standing }) => (
      <>
        <Badge tone={standings[standing].tone}>{standings[standing].words}</Badge>
        {missed.length === 0 ? null : (
          <p className={styles.effect}>
            {missed.length === 1 ? 'Week' : 'Weeks'} {missed.join(', ')}
          </p>
        )}
      </>
    ),
  },
  { id: 'accepted', label: 'Accepted', numeric: true, value: accepted },
  {
    id: 'attended',
    label: 'Attended',
    value: ({ weeksAttended }) => weeksAttended.length,
    cell: ({ weeksAttended }) => (weeksAttended.length === 0 ? '–' : `Weeks ${weeksAttended.join(', ')}`),
  },
  {
    id: 'coaching',
    label: 'Coaching',
    value: ({ coaching }) => coaching.length,
    cell: ({ coaching }) =>
      coaching.length === 0
        ? '–'
        : coaching.map(({ session, at }) => (
            <p key={session}>
              {session}: {dateTime(at)}
            </p>
          )),
  },
]
