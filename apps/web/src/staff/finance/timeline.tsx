import type { OrderEvent } from './api.ts'
import { EventLine } from './event-line.tsx'
import ledger from './ledger.module.css'
import { actorWords } from './sentences.ts'

interface TimelineProps {
  events: readonly OrderEvent[]
  /** Usernames by the ids of members of staff. */
  staff: ReadonlyMap<string, string>
  /** The version that the slider stands at. */
  shown: number
  /** Events after this one came while the screen was open. */
  firstSeen: number
  onShow: (version: number) => void
}

/** Everything that was recorded about the order, oldest first. */
export function Timeline({ events, staff, shown, firstSeen, onShow }: TimelineProps) {
  return (
    <section aria-labelledby="timeline-heading" className={ledger.part}>
      <h3 id="timeline-heading" className={ledger.subheading}>
        Timeline
      </h3>
      <div className={ledger.bare}>
        <table className={ledger.ledger}>
          <caption className="visually-hidden">Events of this order, oldest first; times in UTC</caption>
          <thead>
            <tr>
              <th scope="col">Recorded, UTC</th>
              <th scope="col">Version</th>
              <th scope="col">What happened</th>
              <th scope="col">By</th>
              <th scope="col">Hash</th>
              <th scope="col">
                <span className="visually-hidden">Raw data</span>
              </th>
            </tr>
          </thead>
          {events.map((event) => (
            <EventLine
              key={event.version}
              event={event}
              by={actorWords(event.actor, staff)}
              place={event.version === shown ? 'shown' : event.version > shown ? 'later' : 'before'}
              isNew={event.version > firstSeen}
              onShow={onShow}
            />
          ))}
        </table>
      </div>
    </section>
  )
}
