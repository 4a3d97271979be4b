import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RequestSteps } from '../../ui/request-steps.tsx'
import { Badge } from '../../ui/surface.tsx'
import { loadRequests, type OrderEvent } from './api.ts'
import ledger from './ledger.module.css'
import { ledgerDay, ledgerMoment, ledgerTime } from './moments.ts'
import styles from './order.module.css'
import { tellingOf } from './sentences.ts'

interface EventLineProps {
  event: OrderEvent
  /** Who caused it, in words. */
  by: string
  /** Where the slider stands, seen from this event. */
  place: 'before' | 'shown' | 'later'
  isNew: boolean
  onShow: (version: number) => void
}

/** One event: a sentence, and on demand the record as it is stored. */
export function EventLine({ event, by, place, isNew, onShow }: EventLineProps) {
  const [raw, setRaw] = useState(false)
  const id = useId()
  const { sentence, tone } = tellingOf(event)
  return (
    <tbody className={styles.event} data-place={place} data-version={event.version}>
      <tr aria-current={place === 'shown' ? 'step' : undefined}>
        <td className={ledger.moment}>
          <time dateTime={event.recordedAt}>
            {ledgerDay(event.recordedAt)} <span>{ledgerTime(event.recordedAt)}</span>
          </time>
        </td>
        <td className={styles.versionCell}>
          <button
            type="button"
            className={styles.version}
            aria-label={`Show the order at version ${event.version}`}
            onClick={() => onShow(event.version)}
          >
            {event.version}
          </button>
        </td>
        <th scope="row">
          <div className={styles.sentence}>
            <span className={styles.mark} data-tone={tone} aria-hidden="true" />
            <span>
              {sentence} {isNew ? <Badge tone="good">New</Badge> : null}
            </span>
          </div>
        </th>
        <td className={styles.by}>{by}</td>
        <td className={`${ledger.code} ${ledger.nowrap}`} title={event.hash}>
          {event.hash.slice(0, 10)}
        </td>
        <td className={styles.rawCell}>
          <button
            type="button"
            className={styles.rawButton}
            aria-expanded={raw}
            aria-controls={id}
            aria-label={`Raw data of version ${event.version}`}
            onClick={() => setRaw(!raw)}
          >
            <ChevronDown aria-hidden="true" />
          </button>
        </td>
      </tr>
      <tr id={id} hidden={!raw}>
        <td colSpan={6} className={styles.raw}>
          {raw ? <RawEvent event={event} /> : null}
        </td>
      </tr>
    </tbody>
  )
}

/** What ran when the event was written, and what it asked of the database. */
function WritingRequest({ requestId }: { requestId: string }) {
  const [shown, setShown] = useState(false)
  return shown ? (
    <RequestSteps requestId={requestId} load={loadRequests} />
  ) : (
    <Button size="small" variant="quiet" onClick={() => setShown(true)}>
      What the request asked of the database
    </Button>
  )
}

function RawEvent({ event }: { event: OrderEvent }) {
  const facts: [string, string][] = [
    ['Type', `${event.type}, schema ${event.schemaVersion}`],
    ['Position', String(event.position)],
    ['Happened', ledgerMoment(event.occurredAt)],
    ['Recorded', ledgerMoment(event.recordedAt)],
    ['Actor', event.actor],
    ['Source', `${event.source}, ${event.sourceId}`],
    ['Request', event.requestId ?? 'none'],
    ['Hash before', event.prevHash],
    ['Hash', event.hash],
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
