import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import type { listAllCohorts, openCohort, StaffCohort } from '#modules/leadership/program/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import { AwardSection } from '../certificates/award-section.tsx'
import { cohortAddress } from '../frame/addresses.ts'
import { mayUse, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { Group } from '../parts/group.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { Views } from '../parts/views.tsx'
import { CohortPlan } from './cohort-plan.tsx'
import styles from './cohorts.module.css'
import { CohortMessages } from './message-form.tsx'
import { PlanForm } from './plan-form.tsx'
import { Progress } from './progress.tsx'
import { Roster } from './roster.tsx'
import { type Standing, standingOf } from './standing.ts'
import { WaitList } from './wait-list.tsx'
import { WaitingAssignments } from './waiting-assignments.tsx'

const newId = 'new'

/** The list of cohorts with their sales, and the details of one. */
export function CohortsPanel() {
  return (
    <Routes>
      <Route path=":id?/*" element={<Cohorts />} />
    </Routes>
  )
}

function Cohorts() {
  const { id: chosen } = useParams()
  const navigate = useNavigate()
  const query = useAnswer<typeof listAllCohorts>('/api/admin/cohorts', {})
  const opened = useAction<typeof openCohort>('POST', '/api/admin/cohorts', ['/api/admin/cohorts'])
  const mayChange = mayUse(useStaffMember().role, ['editor', 'finance'])
  const heading = useRef<HTMLHeadingElement>(null)
  const { cohorts = [] } = query.data ?? {}
  const cohort = cohorts.find(({ id }) => id === chosen)
  const opening = chosen === newId && mayChange && query.data !== undefined
  const shown = cohort?.id ?? (opening ? newId : undefined)
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus()
  }, [shown])

  if (query.isLoadingError)
    return <Trouble what="The cohorts" failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={admin.stack}>
      <header className={admin.pageHead}>
        <h2>Cohorts</h2>
        {mayChange && query.data ? (
          <Button
            size="small"
            variant="secondary"
            icon={<Plus aria-hidden="true" />}
            onClick={() => navigate(cohortAddress(newId))}
          >
            Open a cohort
          </Button>
        ) : null}
      </header>
      <p className={styles.effect}>
        While a cohort is open, visitors can choose its date and see the places left. Without an open cohort,
        the program is sold without a date, and the site shows the next cohort that is entered in the
        settings.
      </p>
      {!query.data ? (
        <SkeletonLines what="the cohorts" />
      ) : (
        <Table
          caption="Cohorts"
          columns={columns}
          rows={cohorts}
          keyOf={({ id }) => id}
          to={({ id }) => cohortAddress(id)}
          chosen={chosen}
          first={{ column: 'startsOn', descending: true }}
          whole
          empty={
            <div className={detailsStyles.empty}>
              <p>No cohorts yet. Open one to put its places on sale.</p>
            </div>
          }
        />
      )}
      {shown !== undefined ? (
        <aside
          className={detailsStyles.details}
          aria-label={cohort ? `Cohort of ${dayInWords(cohort.startsOn)}` : 'New cohort'}
        >
          <header>
            <h3 ref={heading} tabIndex={-1}>
              {cohort ? dayInWords(cohort.startsOn) : 'New cohort'}
            </h3>
            <IconButton label="Close" onClick={() => navigate(cohortAddress())}>
              <X />
            </IconButton>
          </header>
          {cohort ? (
            <CohortViews key={cohort.id} cohort={cohort} mayChange={mayChange} />
          ) : (
            <PlanForm
              cohort={undefined}
              template={cohorts.at(-1)}
              save={(plan, capacity, id) => opened.mutateAsync({ body: { id, ...plan, capacity } })}
              done={(plan, capacity, id) => {
                notify.success(`The cohort of ${dayInWords(plan.startsOn)} is open, with ${capacity} places.`)
                navigate(cohortAddress(id))
              }}
            />
          )}
        </aside>
      ) : null}
      {mayChange && shown === undefined ? <WaitingAssignments /> : null}
    </div>
  )
}

/** Participants, progress, messages and plan of a cohort, each at its own address. */
function CohortViews({ cohort, mayChange }: { cohort: StaffCohort; mayChange: boolean }) {
  const { id } = cohort
  const views = [
    {
      path: 'participants',
      label: 'Participants',
      element: (
        <div className={styles.view}>
          <Roster cohortId={id} />
          <WaitList cohortId={id} />
        </div>
      ),
    },
    {
      path: 'progress',
      label: 'Progress',
      element: (
        <div className={styles.view}>
          {mayChange ? <WaitingAssignments cohortId={id} /> : null}
          <Progress cohort={cohort} />
          {['Running', 'Ended'].includes(standingOf(cohort)) ? <AwardSection cohortId={id} /> : null}
        </div>
      ),
    },
    {
      path: 'messages',
      label: 'Messages',
      element: (
        <Group legend="Write to participants">
          <CohortMessages cohort={cohort} />
        </Group>
      ),
    },
    { path: 'plan', label: 'Plan', element: <CohortPlan cohort={cohort} /> },
  ]
  return (
    <Views
      base={cohortAddress(id)}
      label="Views of the cohort"
      keepMounted
      views={mayChange && cohort.status === 'open' ? views : views.slice(0, 2)}
    />
  )
}

const tones: Record<Standing, Tone> = { Open: 'good', Running: 'info', Ended: 'info', Cancelled: 'bad' }

const columns: Column<StaffCohort>[] = [
  {
    id: 'startsOn',
    label: 'Starts',
    namesRow: true,
    value: ({ startsOn }) => startsOn,
    cell: ({ startsOn }) => dayInWords(startsOn),
  },
  { id: 'endsOn', label: 'Ends', value: ({ endsOn }) => endsOn, cell: ({ endsOn }) => dayInWords(endsOn) },
  { id: 'capacity', label: 'Places', numeric: true, value: ({ capacity }) => capacity },
  { id: 'taken', label: 'Paid', numeric: true, value: ({ taken }) => taken },
  { id: 'held', label: 'Held', numeric: true, value: ({ held }) => held },
  {
    id: 'left',
    label: 'Left',
    numeric: true,
    value: ({ placesLeft }) => placesLeft,
    cell: (cohort) => (standingOf(cohort) === 'Open' ? cohort.placesLeft : '–'),
  },
  {
    id: 'waiting',
    label: 'Waiting',
    numeric: true,
    value: ({ waiting, offered }) => waiting + offered,
  },
  { id: 'unplaced', label: 'Paid, no place', numeric: true, value: ({ unplaced }) => unplaced },
  {
    id: 'status',
    label: 'Status',
    value: (cohort) => standingOf(cohort),
    cell: (cohort) => <Badge tone={tones[standingOf(cohort)]}>{standingOf(cohort)}</Badge>,
  },
]
