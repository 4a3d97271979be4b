import { useState } from 'react'
import type { tracedRequests } from '#modules/performance/contract.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { RequestSteps } from '../../ui/request-steps.tsx'
import { ledgerMoment } from './moments.ts'
import styles from './order.module.css'
import type { OrderEvent } from './order-answers.ts'

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
export function RawEvent({ event }: { event: OrderEvent }) {
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
