import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sizes, times } from '../../lib/constants.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import styles from './admin.module.css'
import { AdminLogin } from './admin-login.tsx'
import { AdminShell } from './admin-shell.tsx'
import { type StaffRole, useStaff } from './staff-session.ts'

/** A tab that another feature brings; the route puts them together. */
export interface AdminPanel {
  id: string
  label: string
  /** The owner sees every tab. */
  roles: readonly StaffRole[]
  Panel: ComponentType
}

/** The admin screen: too small, not signed in, or at work. */
export function AdminApp({ panels }: { panels: readonly AdminPanel[] }) {
  useDocumentTitle('Admin')
  const width = useWindowWidth()
  const { staff, signedIn, signOut } = useStaff()
  const overlay = useOverlay(staff === undefined, times.overlay)
  if (width !== undefined && width < sizes.adminMin) return <TooSmall width={width} />
  if (staff === undefined) return overlay ? <LoadingOverlay /> : null
  if (staff === null) return <AdminLogin onSignedIn={signedIn} />
  return <AdminShell staff={staff} panels={panels} onLogout={signOut} />
}

function TooSmall({ width }: { width: number }) {
  const navigate = useNavigate()
  return (
    <main className={styles.gate}>
      <div className={styles.login}>
        <h1>Screen Too Small for Admin Panel</h1>
        <p>
          The admin panel needs a window of at least {sizes.adminMin} pixels. Current width:{' '}
          <strong>{width}px</strong>.
        </p>
        <Button onClick={() => navigate('/')}>Return to Home</Button>
      </div>
    </main>
  )
}

function useWindowWidth(): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const read = (): void => setWidth(window.innerWidth)
    read()
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  }, [])
  return width
}
