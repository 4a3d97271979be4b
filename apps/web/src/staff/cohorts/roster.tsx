import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { changeGroups, cohortRoster, fillCohortGroups } from '#modules/leadership/cohorts/contract.ts'
import { groupSize } from '#modules/leadership/cohorts/domain/groups.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { shortOrderId } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import { orderAddress } from '../frame/addresses.ts'
import { mayUse, useNoAddressWords, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { Loaded, reasonOf } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import styles from './cohorts.module.css'
import { MoveDialog, type RosterRow } from './move-dialog.tsx'

const standings = {
  taken: { tone: 'good', words: 'Paid' },
  held: { tone: 'info', words: 'Reserved' },
  unplaced: { tone: 'warn', words: 'Paid, needs a place' },
} as const

/** The people who have a place, hold one during payment, or paid without getting one. */
export function Roster({ cohortId }: { cohortId: string }) {
  const roster = useAnswer<typeof cohortRoster>('/api/admin/cohorts/:id/roster', {
    params: { id: cohortId },
  })
  const { role } = useStaffMember()
  const noAddress = useNoAddressWords()
  const changed = ['/api/admin/cohorts'] as const
  const grouping = useAction<typeof changeGroups>('PUT', '/api/admin/cohorts/:id/groups', changed)
  const filling = useAction<typeof fillCohortGroups>('POST', '/api/admin/cohorts/:id/groups/fill', changed)
  const [search, setSearch] = useState('')
  const [moved, setMoved] = useState<RosterRow>()
  if (!roster.data)
    return (
      <Loaded query={roster} what="The roster">
        {() => null}
      </Loaded>
    )
  const { orders, emptySeats } = roster.data
  const groups = Math.max(Math.ceil(orders.length / groupSize), ...orders.map(({ group }) => group ?? 0)) + 1
  const params = { id: cohortId }
  const onError = (failure: unknown) => notify.error(reasonOf(failure))
  const words = search.trim().toLowerCase()
  const found = orders.filter(({ name, email, orderId }) =>
    [name, email, orderId].some((text) => text?.toLowerCase().includes(words)),
  )
  const mayChange = mayUse(role, ['editor', 'finance'])
  const opensOrders = mayUse(role, ['finance', 'viewer'])
  const columns: Column<RosterRow>[] = [
    {
      id: 'name',
      label: 'Name',
      namesRow: true,
      className: styles.person,
      value: ({ name }) => name ?? '',
      cell: ({ name, email, orderId }) => {
        const shown = (
          <bdi>{name ?? (role === 'viewer' ? `Order ${shortOrderId(orderId)}` : 'erased person')}</bdi>
        )
        // An unclaimed seat has a name but no email.
        const address = email ?? (name === null ? noAddress : undefined)
        return (
          <>
            {opensOrders ? <Link to={orderAddress(orderId)}>{shown}</Link> : shown}
            {address === undefined ? null : <p className={styles.effect}>{address}</p>}
          </>
        )
      },
    },
    {
      id: 'place',
      label: 'Place',
      numeric: true,
      value: ({ place }) => place ?? 0,
      cell: ({ place }) => place ?? '–',
    },
    {
      id: 'group',
      label: 'Group',
      className: styles.group,
      value: ({ group }) => group ?? 0,
      cell: ({ orderId, name, group, standing }) =>
        mayChange && standing === 'taken' ? (
          <Select
            label={<span className="visually-hidden">Group of {name ?? 'erased person'}</span>}
            value={group ?? ''}
            onChange={({ target }) =>
              grouping.mutate(
                { params, body: { orderId, group: target.value === '' ? null : Number(target.value) } },
                { onError },
              )
            }
          >
            <option value="">None</option>
            {Array.from({ length: groups }, (_, at) => at + 1).map((number) => (
              <option key={number}>{number}</option>
            ))}
          </Select>
        ) : (
          (group ?? '–')
        ),
    },
    {
      id: 'standing',
      label: 'Status',
      value: ({ standing }) => standing,
      cell: (row) => {
        const { standing, heldUntil, refundAsked } = row
        return (
          <>
            <div className={styles.standing}>
              <Badge tone={standings[standing].tone}>{standings[standing].words}</Badge>
              {mayChange && standing !== 'held' ? (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Move ${row.name ?? 'this participant'} to another cohort`}
                  onClick={() => setMoved(row)}
                >
                  Move
                </Button>
              ) : null}
            </div>
            {refundAsked ? <p className={styles.effect}>Refund requested</p> : null}
            {standing === 'held' ? (
              <p className={styles.effect}>
                {heldUntil === null ? 'while the payment is in progress' : `until ${dateTime(heldUntil)}`}
              </p>
            ) : null}
          </>
        )
      },
    },
    {
      id: 'chosen',
      label: 'Chosen',
      className: styles.chosen,
      value: ({ chosenAt }) => chosenAt,
      cell: ({ chosenAt }) => dateTime(chosenAt),
    },
  ]
  return (
    <section className={styles.roster} aria-labelledby="roster-heading">
      <div className={styles.rosterHead}>
        <h3 id="roster-heading">Roster</h3>
        {mayChange && orders.length > 0 ? (
          <a href={`/api/admin/cohorts/${cohortId}/roster.csv`} download>
            Export as CSV
          </a>
        ) : null}
      </div>
      {orders.length === 0 ? (
        <div className={detailsStyles.empty}>
          <p>No participants yet. People appear here when they buy a place or begin to.</p>
        </div>
      ) : (
        <>
          <Field
            type="search"
            label="Search the roster"
            placeholder="Name, email or order"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <div className={styles.rosterHead}>
            <p className={styles.effect}>
              {Array.from({ length: groups - 1 }, (_, at) => at + 1)
                .map((group) => {
                  const people = orders.filter(
                    (each) => each.group === group && each.standing === 'taken',
                  ).length
                  const empty = emptySeats.filter((seat) => seat.group === group).map(({ place }) => place)
                  return `Group ${group}: ${people} of ${groupSize}${empty.length === 0 ? '' : `, empty: place ${empty.join(', ')}`}.`
                })
                .join(' ')}
            </p>
            {mayChange ? (
              <Button
                size="small"
                variant="secondary"
                busy={filling.isPending}
                onClick={() => filling.mutate({ params }, { onError })}
              >
                Fill groups of six
              </Button>
            ) : null}
          </div>
          <Table
            caption="Roster"
            columns={columns}
            rows={found}
            keyOf={({ orderId }) => orderId}
            first={{ column: 'place', descending: false }}
            empty={<p>No matches for “{search}”.</p>}
          />
          <MoveDialog cohortId={cohortId} row={moved} onClose={() => setMoved(undefined)} />
        </>
      )}
    </section>
  )
}
