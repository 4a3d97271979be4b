import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth, useSignedIn, useSignedOut } from '../../lib/auth.ts'
import { ApiFailure } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { OrdersList } from '../../shop/orders/orders-list.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type User, useProfile } from '../api.ts'
import { ChangePassword } from './change-password.tsx'
import { MyDataPanel } from './my-data-panel.tsx'
import styles from './profile.module.css'
import { ProfilePanel } from './profile-form.tsx'
import { EmailStatus, ProfileHeader } from './profile-header.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

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
