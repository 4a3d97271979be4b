import { Menu, X } from 'lucide-react'
import { type RefObject, startTransition, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { type AuthState, useSignOut } from '../../lib/auth.ts'
import { useScrollLock } from '../../ui/scroll-lock.ts'
import styles from './mobile-menu.module.css'

type MenuRef = RefObject<HTMLDialogElement | null>

/**
 * The button that opens the menu on narrow screens. The dialog element holds the state: it opens and closes before React
 * renders, so that a slow phone reacts at once. React state that depends on it follows in a transition.
 */
export function MenuButton({ menu, className }: { menu: MenuRef; className: string }) {
  const [open, setOpen] = useState(false)
  useScrollLock(open)
  useEffect(() => {
    const dialog = menu.current
    const closed = (): void => startTransition(() => setOpen(false))
    dialog?.addEventListener('close', closed)
    return () => dialog?.removeEventListener('close', closed)
  }, [menu])
  return (
    <button
      type="button"
      className={className}
      aria-label="Open menu"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => {
        if (menu.current?.open === false) menu.current.showModal()
        startTransition(() => setOpen(true))
      }}
    >
      <Menu aria-hidden="true" strokeWidth={1.5} />
    </button>
  )
}

export interface MobileMenuProps {
  menu: MenuRef
  auth: AuthState
  /** Whether the customer holds a place: then the menu has no link to join. */
  enrolled: boolean
}

/** The side menu of narrow screens. */
export function MobileMenu({ menu, auth, enrolled }: MobileMenuProps) {
  const { key } = useLocation()
  const signOut = useSignOut()
  const close = (): void => menu.current?.close()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it
  useEffect(() => menu.current?.close(), [key, menu])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as every dialog
    <dialog
      ref={menu}
      className={styles.menu}
      aria-label="Menu"
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className={styles.inner}>
        <button type="button" className={styles.close} aria-label="Close menu" onClick={close}>
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
              {enrolled ? <NavLink to="/program">Your program</NavLink> : null}
              <NavLink to="/profile">Profile</NavLink>
              <button
                type="button"
                onClick={() => {
                  close()
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
