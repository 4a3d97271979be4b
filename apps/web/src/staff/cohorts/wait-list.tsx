import { useState } from 'react'
import type { cohortWaitList, removeFromWaitList } from '#modules/leadership/cohorts/contract-wait.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { mayUse, useNoAddressWords, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import styles from './cohorts.module.css'

type WaitRow = AnswerOf<typeof cohortWaitList>['waiting'][number]

/** The entries of the wait list, waiting or with an offer; renders nothing without any. */
export function WaitList({ cohortId }: { cohortId: string }) {
  const query = useAnswer<typeof cohortWaitList>('/api/admin/cohorts/:id/wait-list', {
    params: { id: cohortId },
  })
  const removal = useAction<typeof removeFromWaitList>('DELETE', '/api/admin/wait-list/:id', [
    '/api/admin/cohorts',
  ])
  const noAddress = useNoAddressWords()
  const mayRemove = mayUse(useStaffMember().role, ['editor', 'finance'])
  const [chosen, choose] = useState<WaitRow>()
  if (query.isLoadingError)
    return <Trouble what="The wait list" failure={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines what="the wait list" />
  const { waiting } = query.data
  if (waiting.length === 0) return null

  async function remove(): Promise<void> {
    if (chosen === undefined) return
    await attempt(
      removal.mutateAsync({ params: { id: chosen.id } }),
      () => notify.success('Removed from the wait list.'),
      'Not removed. Please try again.',
    )
  }

  const order = new Map(waiting.map(({ id }, at) => [id, at + 1]))
  const columns: Column<WaitRow>[] = [
    { id: 'order', label: 'Next', numeric: true, value: ({ id }) => order.get(id) ?? 0 },
    {
      id: 'email',
      label: 'Email',
      namesRow: true,
      value: ({ email }) => email ?? '',
      cell: ({ email }) => email ?? noAddress,
    },
    {
      id: 'name',
      label: 'Name',
      value: ({ name }) => name ?? '',
      cell: ({ name }) => <bdi>{name ?? '–'}</bdi>,
    },
    {
      id: 'standing',
      label: 'Status',
      value: ({ standing }) => standing,
      cell: ({ standing, offeredUntil }) => (
        <>
          <Badge tone={standing === 'offered' ? 'good' : 'info'}>
            {standing === 'offered' ? 'Offered' : 'Waiting'}
          </Badge>
          {standing === 'offered' && offeredUntil !== null ? (
            <p className={styles.effect}>until {dateTime(offeredUntil)}</p>
          ) : null}
        </>
      ),
    },
    {
      id: 'joined',
      label: 'Joined',
      nowrap: true,
      value: ({ joinedAt }) => joinedAt,
      cell: ({ joinedAt }) => dateTime(joinedAt),
    },
    ...(mayRemove
      ? [
          {
            id: 'remove',
            label: 'Remove',
            cell: (row: WaitRow) => (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove ${row.email ?? 'this entry'} from the wait list`}
                onClick={() => choose(row)}
              >
                Remove
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <section className={styles.roster} aria-labelledby="wait-list-heading">
      <div className={styles.rosterHead}>
        <h3 id="wait-list-heading">Wait list</h3>
      </div>
      <Table
        caption="Wait list"
        columns={columns}
        rows={waiting}
        keyOf={({ id }) => id}
        first={{ column: 'order', descending: false }}
        empty={null}
      />
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => choose(undefined)}
        run={remove}
        title="Remove from the wait list?"
        description={`${chosen?.email ?? 'This entry'} is not notified. ${chosen?.standing === 'offered' ? 'The reserved place goes to the next person.' : 'Later entries move up.'}`}
        verb="Remove"
        busyVerb="Removing..."
      />
    </section>
  )
}
