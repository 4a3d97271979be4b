import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { cohortRoster } from '#modules/leadership/program/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { shortOrderId } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import { orderAddress } from '../frame/addresses.ts'
import { mayUse, useNoAddressWords, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import styles from './cohorts.module.css'
import { MoveDialog, type RosterRow } from './move-dialog.tsx'

const standings = {
  taken: { tone: 'good', words: 'Paid' },
  held: { tone: 'info', words: 'Held' },
  unplaced: { tone: 'warn', words: 'Paid, no place' },
} as const

/** The people who have a place, hold one during payment, or paid without getting one. */
export function Roster({ cohortId }: { cohortId: string }) {
  const roster = useAnswer<typeof cohortRoster>('/api/admin/cohorts/:id/roster', {
    params: { id: cohortId },
  })
  const { role } = useStaffMember()
  const noAddress = useNoAddressWords()
  const [search, setSearch] = useState('')
  const [moved, setMoved] = useState<RosterRow>()
  if (!roster.data)
    return (
      <Loaded query={roster} what="The roster">
        {() => null}
      </Loaded>
    )
  const { orders } = roster.data
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
      value: ({ name }) => name ?? '',
      cell: ({ name, orderId }) => {
        const shown = (
          <bdi>{name ?? (role === 'viewer' ? `Order ${shortOrderId(orderId)}` : 'erased person')}</bdi>
        )
        return opensOrders ? <Link to={orderAddress(orderId)}>{shown}</Link> : shown
      },
    },
    {
      id: 'email',
      label: 'Email',
      className: styles.email,
      value: ({ email }) => email ?? '',
      // An unclaimed seat has a name but no email.
      cell: ({ email, name }) => email ?? (name === null ? noAddress : '–'),
    },
    {
      id: 'place',
      label: 'Place',
      numeric: true,
      value: ({ place }) => place ?? 0,
      cell: ({ place }) => place ?? '–',
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
      nowrap: true,
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
