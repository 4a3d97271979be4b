import type { listDeliveries } from '#modules/hooks/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'

type Delivery = AnswerOf<typeof listDeliveries>['deliveries'][number]

const states = {
  waiting: { tone: 'warn', children: 'Waiting' },
  delivered: { tone: 'good', children: 'Delivered' },
  failed: { tone: 'bad', children: 'Given up' },
} as const

const columns: readonly Column<Delivery>[] = [
  { id: 'at', label: 'Time', nowrap: true, cell: ({ at }) => dateTime(at) },
  { id: 'type', label: 'Event', namesRow: true, className: layout.code, cell: ({ type }) => type },
  { id: 'state', label: 'State', cell: ({ state }) => <Badge {...states[state]} /> },
  {
    id: 'answer',
    label: 'Answer',
    cell: ({ attempts, status, nextTry }) => (
      <>
        {attempts === 0 ? 'not tried yet' : (status ?? 'none')}
        {nextTry === null ? null : <p className={layout.soft}>Next attempt {dateTime(nextTry)}.</p>}
      </>
    ),
  },
  { id: 'attempts', label: 'Attempts', numeric: true, cell: ({ attempts }) => attempts },
]

interface HookDeliveriesProps {
  id: string
  again: (which: { delivery: number } | { since: string }) => void
}

/** The log of an endpoint, newest first. Each row opens into the answer, and into buttons that send again. */
export function HookDeliveries({ id, again }: HookDeliveriesProps) {
  const query = useAnswer<typeof listDeliveries>(
    '/api/admin/hooks/:id/deliveries',
    { params: { id } },
    { refetchInterval: 5_000 },
  )
  const details = {
    head: 'Answer',
    label: ({ type, at }: Delivery) => `Answer to ${type} of ${dateTime(at)}`,
    render: ({ id: delivery, at, eventId, objectId, answer }: Delivery) => (
      <div className={layout.stack}>
        <p className={layout.code}>
          Message {eventId}, object {objectId}
        </p>
        <p className={layout.code}>{answer ?? 'No text of an answer is kept.'}</p>
        <div className={layout.buttons}>
          <Button size="small" variant="secondary" onClick={() => again({ delivery })}>
            Send again
          </Button>
          <Button size="small" variant="secondary" onClick={() => again({ since: at })}>
            Send this and all later ones again
          </Button>
        </div>
      </div>
    ),
  }
  return (
    <Loaded query={query} what="The deliveries">
      {({ deliveries }) => (
        <Table
          caption="The last 200 deliveries, newest first"
          columns={columns}
          rows={deliveries}
          keyOf={(delivery) => String(delivery.id)}
          details={details}
          empty={<p className={layout.soft}>Nothing yet. Send a test, or wait for an event.</p>}
        />
      )}
    </Loaded>
  )
}
