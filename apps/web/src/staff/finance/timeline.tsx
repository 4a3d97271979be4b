import { useState } from 'react'
import type { tracedRequests } from '#modules/performance/contract.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { RequestSteps } from '../../ui/request-steps.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Table } from '../parts/table.tsx'
import { doerWords, eventTextOf } from './event-texts.ts'
import { Moment } from './moment.tsx'
import { ledgerMoment } from './moments.ts'
import styles from './order.module.css'
import type { OrderEvent } from './order-answers.ts'

interface TimelineProps {
  events: readonly OrderEvent[]
  /** The names of the people who acted, by their ids. */
  actors: ReadonlyMap<string, string>
  /** The version that the slider shows. */
  shown: number
  /** Events after this version arrived while the screen was open. */
  firstSeen: number
  onShow: (version: number) => void
}

/** All events of the order, oldest first: a sentence for each, and on demand the stored record. */
export function Timeline({ events, actors, shown, firstSeen, onShow }: TimelineProps) {
  const columns: Column<OrderEvent>[] = [
    { id: 'recorded', label: 'Recorded, UTC', cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
    {
      id: 'version',
      label: 'Version',
      className: styles.versionCell,
      cell: ({ version }) => (
        <button
          type="button"
          className={styles.version}
          aria-label={`Show the order at version ${version}`}
          onClick={() => onShow(version)}
        >
          {version}
        </button>
      ),
    },
    {
      id: 'what',
      label: 'What happened',
      namesRow: true,
      cell: (event) => <Sentence event={event} isNew={event.version > firstSeen} />,
    },
    { id: 'by', label: 'By', nowrap: true, cell: (event) => doerWords(event, actors) },
    {
      id: 'hash',
      label: 'Fingerprint',
      className: layout.code,
      nowrap: true,
      cell: ({ hash }) => <span title={hash}>{hash.slice(0, 10)}</span>,
    },
  ]
  return (
    <section aria-labelledby="timeline-heading" className={layout.stack}>
      <h3 id="timeline-heading" className={layout.heading}>
        Timeline
      </h3>
      <Table
        caption="Events of this order, oldest first; times in UTC"
        className={styles.timeline}
        whole
        columns={columns}
        rows={events}
        keyOf={({ version }) => String(version)}
        attributesOf={({ version }) => ({
          'data-place': version === shown ? 'shown' : version > shown ? 'later' : 'before',
          'aria-current': version === shown ? 'step' : undefined,
        })}
        details={{
          head: 'Raw data',
          label: ({ version }) => `Raw data of version ${version}`,
          render: (event) => <RawEvent event={event} />,
        }}
      />
    </section>
  )
}

function Sentence({ event, isNew }: { event: OrderEvent; isNew: boolean }) {
  const { sentence, tone } = eventTextOf(event)
  return (
    <div className={styles.sentence}>
      <span className={styles.toneDot} data-tone={tone} aria-hidden="true" />
      <span>
        {sentence} {isNew ? <Badge tone="good">New</Badge> : null}
      </span>
    </div>
  )
}

const loadRequests = (id: string) =>
  call<typeof tracedRequests>('GET', '/api/performance/requests/:id', { params: { id } })

/** The request that wrote the event, with its database statements. */
function WritingRequest({ requestId }: { requestId: string }) {
  const [shown, setShown] = useState(false)
  return shown ? (
    <RequestSteps requestId={requestId} load={loadRequests} />
  ) : (
    <Button size="small" variant="quiet" onClick={() => setShown(true)}>
      Show the database statements of the request
    </Button>
  )
}

/** The record of an event as it is stored. */
function RawEvent({ event }: { event: OrderEvent }) {
  const facts: [string, string][] = [
    ['Type', `${event.type}, schema ${event.schemaVersion}`],
    ['Position', String(event.position)],
    ['Occurred', ledgerMoment(event.occurredAt)],
    ['Recorded', ledgerMoment(event.recordedAt)],
    ['Actor', event.actor],
    ['Source', `${event.source}, ${event.sourceId}`],
    ['Request', event.requestId ?? 'none'],
    ['Fingerprint before', event.prevHash],
    ['Fingerprint (SHA-256)', event.hash],
  ]
  return (
    <div className={styles.record}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <pre>{JSON.stringify(event.data, null, 2)}</pre>
      {event.requestId === null ? null : <WritingRequest requestId={event.requestId} />}
    </div>
  )
}
