import { Laptop, Smartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth, useSignedIn, useSignedOut } from '../../lib/auth.ts'
import { ApiFailure } from '../../lib/call.ts'
import { deviceOf } from '../../lib/device-name.ts'
import { useEndSession } from '../../lib/end-session.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { OrdersList } from '../../shop/orders/orders-list.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Badge, Notice, Skeleton } from '../../ui/surface.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { revokeSession, sessionsKey, type User, useProfile, useSessions } from '../api.ts'
import panel from '../panel.module.css'
import { ChangePassword } from './change-password.tsx'
import { MyDataPanel } from './my-data-panel.tsx'
import styles from './profile.module.css'
import { ProfilePanel } from './profile-form.tsx'
import { EmailStatus, ProfileHeader } from './profile-header.tsx'

const tabs = ['orders', 'profile', 'security'] as const
const pleaseLogIn = 'Please log in to access your profile'

/** The customer's own page: orders, details, security. */
export function Page() {
  const isGuest = useAuth().status === 'guest'
  const profile = useProfile(!isGuest)
  const refused = profile.error instanceof ApiFailure && [401, 403].includes(profile.error.status)
  return (
    <Frame title="Profile">
      {isGuest ? (
        <AccessError />
      ) : profile.data ? (
        <Account user={profile.data} />
      ) : refused ? (
        <AccessError />
      ) : profile.isError ? (
        <Notice
          tone="bad"
          title="Your profile could not be loaded"
          announce
          actions={
            <Button
              variant="secondary"
              busy={profile.isFetching}
              busyText="Trying..."
              onClick={() => void profile.refetch()}
            >
              Try again
            </Button>
          }
        >
          <p>Check your connection and try again.</p>
        </Notice>
      ) : (
        <ProfileSkeleton />
      )}
    </Frame>
  )
}

function Account({ user }: { user: User }) {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const signedOut = useSignedOut()
  const requested = query.get('tab')
  const shown = tabs.find((tab) => tab === requested) ?? 'orders'
  return (
    <>
      <ProfileHeader user={user} />
      <Tabs
        label="Your account"
        value={shown}
        onChange={(tab) => setQuery(tab === 'orders' ? {} : { tab }, { replace: true })}
        tabs={[
          { id: 'orders', label: 'Orders', content: <OrdersList /> },
          {
            id: 'profile',
            label: 'Profile',
            content: <ProfilePanel user={user} onChanged={(changed) => void signedIn(changed)} />,
          },
          {
            id: 'security',
            label: 'Security',
            content: (
              <>
                <EmailStatus user={user} />
                <ChangePassword email={user.email} />
                <SessionsPanel />
                <MyDataPanel
                  onErased={() => {
                    signedOut()
                    notify.success('Your account has been erased')
                    navigate('/', { replace: true })
                  }}
                />
              </>
            ),
          },
        ]}
      />
    </>
  )
}

/** Shown without a session; leads to the home page after two seconds. */
function AccessError() {
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    // A sign-out on this page has opened another page already, which may still be loading.
    if (window.location.pathname !== '/profile') return
    notify.error(pleaseLogIn, { toastId: 'profile-access' })
    const timer = window.setTimeout(() => navigate('/', { replace: true }), 2_000)
    return () => window.clearTimeout(timer)
  }, [navigate])
  return (
    <div className={styles.denied}>
      <h1>Access Error</h1>
      <Notice
        tone="bad"
        announce
        actions={
          <ButtonLink to={`/login?returnTo=${encodeURIComponent(`/profile${search}`)}`} size="small">
            Sign in
          </ButtonLink>
        }
      >
        <p>{pleaseLogIn}</p>
      </Notice>
    </div>
  )
}

function ProfileSkeleton() {
  return (
    <div aria-busy="true" className={styles.waiting}>
      <span className="visually-hidden" role="status">
        Loading your profile...
      </span>
      <Skeleton shape="title" className={styles.name ?? ''} />
      <Skeleton className={styles.name ?? ''} />
      <Skeleton shape="block" />
    </div>
  )
}

/** The sessions of this account; all but the current one can be ended. */
function SessionsPanel() {
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
