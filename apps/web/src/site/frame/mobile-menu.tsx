import { Menu, X } from 'lucide-react'
import { type RefObject, startTransition, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { afterPaint } from '../../lib/after-paint.ts'
import { type AuthState, useSignOut } from '../../lib/auth.ts'
import { useScrollLock } from '../../ui/scroll-lock.ts'
import styles from './mobile-menu.module.css'
import { PageLink } from './page-link.tsx'

type MenuRef = RefObject<HTMLDialogElement | null>

/**
 * Opens the menu in two steps, because a slow phone takes long to make the rest of the page inert: the menu is painted where
 * it is, then it becomes modal. React state that depends on it follows in a transition.
 */
function openMenu(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.dataset.step = 'opening'
  afterPaint(() => {
    if (dialog.dataset.step !== 'opening') return
    dialog.showModal()
    delete dialog.dataset.step
  })
}

/** The same in reverse: the menu vanishes, then the rest of the page can be used again and the focus returns. */
function closeMenu(dialog: HTMLDialogElement): void {
  if (dialog.open) {
    dialog.dataset.step = 'closing'
    afterPaint(() => closeAtOnce(dialog))
  } else {
    closeAtOnce(dialog)
  }
}

function closeAtOnce(dialog: HTMLDialogElement): void {
  const opening = dialog.dataset.step === 'opening'
  delete dialog.dataset.step
  if (opening) dialog.dispatchEvent(new Event('close'))
  else dialog.close()
}

/** The button that opens the menu on narrow screens. The dialog element holds the state of the menu. */
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
        if (menu.current) openMenu(menu.current)
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
  const close = (): void => {
    if (menu.current) closeMenu(menu.current)
  }

  // At once: the focus goes to the new page, which it could not while the menu is modal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it
  useEffect(() => {
    if (menu.current) closeAtOnce(menu.current)
  }, [key, menu])

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
          <PageLink to="/">Home</PageLink>
          <PageLink to="/aboutus">About us</PageLink>
          {enrolled ? null : <PageLink to="/certification">Join the Movement</PageLink>}
          {auth.status === 'customer' ? (
            <>
              {enrolled ? <PageLink to="/program">Your program</PageLink> : null}
              <PageLink to="/profile">Profile</PageLink>
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
            <PageLink to="/signup">Sign Up</PageLink>
          )}
        </nav>
      </div>
    </dialog>
  )
}
