import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { initialsOf, type SignedInUser, useSignOut } from '../../lib/auth.ts'
import styles from './header.module.css'

/** The button with a customer's initials, and the menu that it opens. */
export function AccountMenu({ user, enrolled }: { user: SignedInUser; enrolled: boolean }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const signOut = useSignOut()
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    function away(event: Event): void {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  return (
    <div className={styles.accountBox} ref={box}>
      <button
        ref={button}
        type="button"
        className={styles.initials}
        aria-label={`${initialsOf(user)}, account menu`}
        aria-expanded={open}
        aria-controls={open ? 'account-menu' : undefined}
        onClick={() => setOpen(!open)}
      >
        {initialsOf(user)}
      </button>
      {open ? (
        <div className={styles.dropdown} id="account-menu">
          <div className={styles.who}>
            <strong>{`${user.firstName} ${user.lastName}`.trim()}</strong>
            <span>{user.email}</span>
          </div>
          {enrolled ? <Link to="/program">Your program</Link> : null}
          <Link to="/profile">Profile</Link>
          <button type="button" onClick={() => void signOut()}>
            Sign Out
          </button>
        </div>
      ) : null}
    </div>
  )
}
