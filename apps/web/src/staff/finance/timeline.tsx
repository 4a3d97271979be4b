import { Badge } from '../../ui/surface.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Table } from '../parts/table.tsx'
import { doerWords, eventTextOf } from './event-texts.ts'
import { Moment } from './moment.tsx'
import styles from './order.module.css'
import type { OrderEvent } from './order-answers.ts'
import { RawEvent } from './raw-event.tsx'

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
