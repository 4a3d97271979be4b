import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { listAllCohorts, openCohort, StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone } from '../../ui/surface.tsx'
import { AwardSection } from '../certificates/award-section.tsx'
import { cohortAddress } from '../frame/addresses.ts'
import { mayUse, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import { Group } from '../parts/group.tsx'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Addressed, Aside, Beside, Part, useOpened } from '../parts/record-list.tsx'
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
export const CohortsPanel = () => <Addressed view={Cohorts} />

function Cohorts() {
  const navigate = useNavigate()
  const opened = useOpened(cohortAddress())
  const query = useAnswer<typeof listAllCohorts>('/api/admin/cohorts', {})
  const opening = useAction<typeof openCohort>('POST', '/api/admin/cohorts', ['/api/admin/cohorts'])
  const mayChange = mayUse(useStaffMember().role, ['editor', 'finance'])
  return (
    <Part
      title="Cohorts"
      level={2}
      actions={
        mayChange ? (
          <Button
            size="small"
            variant="secondary"
            icon={<Plus aria-hidden="true" />}
            onClick={() => navigate(cohortAddress(newId))}
          >
            Open a cohort
          </Button>
        ) : null
      }
      intro="While a cohort is open, visitors can choose its date and see the places left. Without an open cohort, the program is sold without a date, and the site shows the next cohort that is entered in the settings."
    >
      <Loaded query={query} what="The cohorts">
        {({ cohorts }) => {
          const cohort = cohorts.find(({ id }) => id === opened.id)
          const shown = cohort?.id ?? (opened.id === newId && mayChange ? newId : undefined)
          const title = cohort ? dayInWords(cohort.startsOn) : 'New cohort'
          return (
            <>
              <Beside
                wide
                aside={
                  shown === undefined ? null : (
                    <Aside
                      key={shown}
                      opened={opened}
                      label={cohort ? `Cohort of ${title}` : title}
                      title={title}
                    >
                      {cohort ? (
                        <CohortViews cohort={cohort} mayChange={mayChange} />
                      ) : (
                        <PlanForm
                          cohort={undefined}
                          template={cohorts.at(-1)}
                          save={(plan, capacity, id, organizationId) =>
                            opening.mutateAsync({ body: { id, ...plan, capacity, organizationId } })
                          }
                          done={(plan, capacity, id) => {
                            notify.success(
                              `The cohort of ${dayInWords(plan.startsOn)} is open, with ${capacity} places.`,
                            )
                            navigate(cohortAddress(id))
                          }}
                        />
                      )}
                    </Aside>
                  )
                }
              >
                <Table
                  caption="Cohorts"
                  columns={columns}
                  rows={cohorts}
                  keyOf={({ id }) => id}
                  to={({ id }) => cohortAddress(id)}
                  chosen={opened.id}
                  first={{ column: 'startsOn', descending: true }}
                  whole
                  empty={<Empty title="No cohorts yet.">Open one to put its places on sale.</Empty>}
                />
              </Beside>
              {mayChange && shown === undefined ? <WaitingAssignments /> : null}
            </>
          )
        }}
      </Loaded>
    </Part>
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
    <>
      <p className={styles.effect}>{figuresOf(cohort)}</p>
      <Views
        base={cohortAddress(id)}
        label="Views of the cohort"
        keepMounted
        views={mayChange && cohort.status === 'open' ? views : views.slice(0, 2)}
      />
    </>
  )
}

/** What the list says of a cohort in the columns that fold beside it. */
const figuresOf = ({ endsOn, capacity, taken, held, waiting, offered, unplaced }: StaffCohort): string =>
  `Until ${dayInWords(endsOn)}. Places: ${capacity}, of which ${taken} paid and ${held} reserved; ${waiting + offered} waiting, ${unplaced} paid without a place.`

const tones: Record<Standing, Tone> = { Open: 'good', Running: 'info', Ended: 'info', Cancelled: 'bad' }

const columns: Column<StaffCohort>[] = [
  {
    id: 'startsOn',
    label: 'Starts',
    namesRow: true,
    value: ({ startsOn }) => startsOn,
    cell: ({ startsOn, organizationId, organization }) =>
      organizationId === null ? (
        dayInWords(startsOn)
      ) : (
        <>
          {dayInWords(startsOn)}
          <br />
          Only for <bdi>{organization ?? 'one organization'}</bdi>
        </>
      ),
  },
  {
    id: 'endsOn',
    folds: true,
    label: 'Ends',
    value: ({ endsOn }) => endsOn,
    cell: ({ endsOn }) => dayInWords(endsOn),
  },
  { id: 'capacity', folds: true, label: 'Places', numeric: true, value: ({ capacity }) => capacity },
  { id: 'taken', folds: true, label: 'Paid', numeric: true, value: ({ taken }) => taken },
  { id: 'held', folds: true, label: 'Reserved', numeric: true, value: ({ held }) => held },
  {
    id: 'left',
    label: 'Left',
    numeric: true,
    value: ({ placesLeft }) => placesLeft,
    cell: (cohort) => (standingOf(cohort) === 'Open' ? cohort.placesLeft : '–'),
  },
  {
    id: 'waiting',
    folds: true,
    label: 'Waiting',
    numeric: true,
    value: ({ waiting, offered }) => waiting + offered,
  },
  { id: 'unplaced', folds: true, label: 'Needs a place', numeric: true, value: ({ unplaced }) => unplaced },
  {
    id: 'status',
    label: 'Status',
    value: (cohort) => standingOf(cohort),
    cell: (cohort) => <Badge tone={tones[standingOf(cohort)]}>{standingOf(cohort)}</Badge>,
  },
]
