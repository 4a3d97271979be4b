import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { type AuthState, useSignOut } from '../../lib/auth.ts'
import { useScrollLock } from '../../ui/scroll-lock.ts'
import styles from './mobile-menu.module.css'

export interface MobileMenuProps {
  open: boolean
  onClose: () => void
  auth: AuthState
  /** Whoever holds a place is not asked to join. */
  enrolled: boolean
}

/** The side menu of narrow screens. */
export function MobileMenu({ open, onClose, auth, enrolled }: MobileMenuProps) {
  const element = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const signOut = useSignOut()
  useScrollLock(open)

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it
  useEffect(() => onClose(), [key])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as every dialog
    <dialog
      ref={element}
      className={styles.menu}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.inner}>
        <button type="button" className={styles.close} aria-label="Close menu" onClick={onClose}>
          <X aria-hidden="true" strokeWidth={1.5} />
        </button>
        {auth.status === 'customer' ? (
          <div className={styles.who}>
            <strong>{`${auth.user.firstName} ${auth.user.lastName}`.trim()}</strong>
            <span>{auth.user.email}</span>
          </div>
        ) : null}
        <nav className={styles.links} aria-label="Menu">
          <NavLink to="/" end>
            Home
          </NavLink>
          <NavLink to="/aboutus">About us</NavLink>
          {enrolled ? null : <NavLink to="/certification">Join the Movement</NavLink>}
          {auth.status === 'customer' ? (
            <>
              <NavLink to="/profile">Profile</NavLink>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  void signOut()
                }}
              >
                Sign Out
              </button>
            </>
          ) : (
            <NavLink to="/signup">Sign Up</NavLink>
          )}
        </nav>
      </div>
    </dialog>
  )
}
