import { Laptop, Smartphone } from 'lucide-react'
import { deviceOf } from '../../lib/device-name.ts'
import { useEndSession } from '../../lib/end-session.ts'
import { dateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice, Skeleton } from '../../ui/surface.tsx'
import { revokeSession, sessionsKey, useSessions } from '../api.ts'
import panel from '../panel.module.css'

/** The sessions of this account; all but the current one can be ended. */
export function SessionsPanel() {
  const sessions = useSessions()
  const { ending, end } = useEndSession(revokeSession, sessionsKey)

  return (
    <section className={panel.panel} aria-labelledby="sessions-heading">
      <div>
        <h2 id="sessions-heading">Where you are signed in</h2>
        <p className={panel.note}>End any session you do not recognize, then change your password.</p>
      </div>
      {sessions.isPending ? (
        <div aria-busy="true">
          <span className="visually-hidden">Loading sessions...</span>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ) : sessions.isError ? (
        <Notice
          tone="bad"
          announce
          actions={
            <Button variant="secondary" size="small" onClick={() => void sessions.refetch()}>
              Try again
            </Button>
          }
        >
          <p>Your sessions could not be loaded.</p>
        </Notice>
      ) : (
        <ul className={panel.rows}>
          {sessions.data
            .map((session) => ({ ...session, ...deviceOf(session.device) }))
            .map((session) => (
              <li key={session.id} className={panel.row}>
                {session.handheld ? (
                  <Smartphone aria-hidden="true" strokeWidth={1.5} />
                ) : (
                  <Laptop aria-hidden="true" strokeWidth={1.5} />
                )}
                <div>
                  <p className={panel.rowTitle}>
                    {session.name} {session.current ? <Badge tone="good">This device</Badge> : null}
                  </p>
                  <p className={panel.note}>
                    {session.address ? `${session.address}, ` : ''}last seen {dateTime(session.lastSeenAt)}
                  </p>
                </div>
                {session.current ? null : (
                  <Button
                    variant="quiet"
                    size="small"
                    busy={ending === session.id}
                    busyText="Ending..."
                    aria-label={`End session on ${session.name}`}
                    onClick={() => void end(session.id)}
                  >
                    End session
                  </Button>
                )}
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}
