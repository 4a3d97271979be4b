import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useConfig } from '../lib/config.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { Button } from '../ui/button.tsx'
import { LoadingOverlay, useOverlay } from '../ui/loading-overlay.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { Notice, Spinner } from '../ui/surface.tsx'
import { logOutStaff, type Staff, staffKey, verifyStaff } from './api.ts'
import { StaffApp } from './frame/staff-app.tsx'
import { leastWidth, TooSmall } from './frame/too-small.tsx'
import styles from './sign-in/gate.module.css'
import { LoginForm } from './sign-in/login-form.tsx'
import { ProviderLink } from './sign-in/provider-link.tsx'

/** The admin screen, or the sign-in form, or a notice that the window is too small. Shrinking the window keeps the state. */
export function Page() {
  useDocumentTitle('Admin')
  const width = useWindowWidth()
  const navigate = useNavigate()
  const session = useStaff()
  const overlay = useOverlay(session.staff === undefined && !session.unreachable)
  const small = width < leastWidth
  if (session.staff) {
    return (
      <StaffApp
        staff={session.staff}
        tooSmall={small ? width : undefined}
        onLogout={async () => {
          await session.signOut()
          // The address may contain filters and record ids, which the next person must not see.
          void navigate('/admin', { replace: true })
        }}
      />
    )
  }
  return (
    <>
      {small ? <TooSmall width={width} onHome={() => void navigate('/')} /> : null}
      <div hidden={small}>
        {session.staff === null ? (
          <Login onSignedIn={session.signedIn} />
        ) : small ? null : session.unreachable ? (
          <Unreachable onRetry={session.retry} />
        ) : overlay ? (
          <LoadingOverlay />
        ) : (
          <main className={styles.gate}>
            <Spinner />
          </main>
        )}
      </div>
    </>
  )
}

function Login({ onSignedIn }: { onSignedIn: ReturnType<typeof useStaff>['signedIn'] }) {
  const { brandName } = useConfig()
  return (
    <main className={styles.gate}>
      <div className={styles.card}>
        <p className={styles.brand}>
          <LogoMark />
          {brandName}
        </p>
        <h1>Admin Login</h1>
        <ProviderLink />
        <LoginForm onSignedIn={onSignedIn} />
      </div>
    </main>
  )
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={styles.gate}>
      <div className={styles.card}>
        <h1>Admin</h1>
        <Notice
          tone="bad"
          title="The server could not be reached."
          actions={
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Check your connection, then try again.
        </Notice>
      </div>
    </main>
  )
}

function useWindowWidth(): number {
  const [width, setWidth] = useState(() => window.innerWidth)
  useEffect(() => {
    const read = (): void => setWidth(window.innerWidth)
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  }, [])
  return width
}

interface StaffSession {
  /** Null without a session, undefined while loading. */
  staff: Staff | null | undefined
  /** The server could not be reached. */
  unreachable: boolean
  retry: () => void
  signedIn: (staff: Staff) => void
  signOut: () => Promise<void>
}

/** The session of the member of staff. */
function useStaff(): StaffSession {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: staffKey,
    queryFn: verifyStaff,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    staff: query.data,
    unreachable: query.isError && !query.isFetching,
    retry: () => void query.refetch(),
    signedIn: (staff) => client.setQueryData(staffKey, staff),
    signOut: async () => {
      // Clears the screen even if the server fails.
      await logOutStaff().catch(() => undefined)
      client.setQueryData(staffKey, null)
      client.removeQueries({ queryKey: ['admin'] })
    },
  }
}
