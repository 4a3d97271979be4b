import type { endStaffSession } from '#modules/identity/staff/contract-staff-accounts.ts'
import type { ownStaffAccount } from '#modules/identity/staff/contract-staff-self.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { deviceOf } from '../../lib/device-name.ts'
import { useEndSession } from '../../lib/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import { dateTime } from '../parts/moments.ts'
import { accountLists } from './roles.ts'
import styles from './staff.module.css'

type Session = AnswerOf<typeof ownStaffAccount>['sessions'][number]

/** The sessions of one member; all but the current one can be ended. */
export function SessionList({ sessions, of }: { sessions: readonly Session[]; of?: string }) {
  const revoke = useAction<typeof endStaffSession>('DELETE', '/api/admin/sessions/:id', accountLists)
  const { ending, end } = useEndSession((id) => revoke.mutateAsync({ params: { id } }))

  if (sessions.length === 0) return <p className={admin.faint}>Not signed in anywhere.</p>
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => {
        const { name } = deviceOf(session.device)
        return (
          <li key={session.id}>
            <div>
              <p className={styles.device}>
                {name} {session.current ? <Badge tone="good">This session</Badge> : null}
              </p>
              <p className={admin.faint}>
                Started {dateTime(session.createdAt)}, last used {dateTime(session.lastSeenAt)}, from{' '}
                {session.address}
              </p>
            </div>
            {session.current ? null : (
              <Button
                variant="quiet"
                size="small"
                busy={ending === session.id}
                busyText="Ending..."
                aria-label={`End session ${of === undefined ? '' : `of ${of} `}on ${name}`}
                onClick={() => void end(session.id)}
              >
                End session
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
