import { UserRoundPlus } from 'lucide-react'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useHydrating } from '../../first-load/hydrating.ts'
import { initialsOf, type SignedInUser, useAuth, useSignOut } from '../../lib/auth.ts'
import { useConfig } from '../../lib/config.ts'
import { useOwnPlace } from '../../lib/orders.ts'
import { keys, local } from '../../lib/storage.ts'
import { LogoMark } from '../../ui/logo.tsx'
import styles from './header.module.css'
import { JoinButton, useJoin } from './join.tsx'
import { MenuButton, MobileMenu } from './mobile-menu.tsx'
import { PageLink } from './page-link.tsx'

interface HeaderProps {
  /** The page belongs to the payment, which has one button only: the header has no other links. */
  paying: boolean
  /** The page is a step of a purchase: the header has no button that leads away from it. */
  buying: boolean
}

/**
 * The header of every page; compact on narrow screens and after ten pixels of scrolling. Memoized: a navigation renders
 * its links only.
 */
export const Header = memo(function Header({ paying, buying }: HeaderProps) {
  const { brandName } = useConfig()
  const menu = useRef<HTMLDialogElement>(null)
  const header = useRef<HTMLElement>(null)
  useCompact(header)
  const { openWhitepaper } = useJoin()
  const auth = useAuth()
  const hydrating = useHydrating()
  // The links are hidden while loading only if this browser has signed in before: then they probably disappear.
  const unsure = (!hydrating && auth.status === 'loading' && local.get(keys.auth) !== undefined) || undefined
  const enrolled = useOwnPlace() !== undefined
  return (
    <header ref={header} className={styles.header}>
      <div className={styles.bar}>
        <Link to="/" className={styles.logo} aria-label={`${brandName} home`}>
          <LogoMark />
          <span>{brandName}</span>
        </Link>
        {paying ? null : (
          <nav className={styles.links} aria-label="Main">
            <PageLink to="/">Home</PageLink>
            <PageLink to="/aboutus">About us</PageLink>
            <button type="button" onClick={openWhitepaper}>
              Whitepaper
            </button>
          </nav>
        )}
        <div className={styles.wide}>
          {/* Participants have joined. */}
          {paying || buying || enrolled ? null : <JoinButton size="small" variant="secondary" />}
          <div className={styles.account}>
            {auth.status === 'customer' ? (
              <AccountMenu user={auth.user} enrolled={enrolled} />
            ) : (
              <>
                <Link to="/login" className={styles.signIn} data-waiting={unsure}>
                  Sign in
                </Link>
                <Link
                  to="/signup"
                  className={styles.icon}
                  aria-label="Sign Up"
                  title="Sign Up"
                  data-waiting={unsure}
                >
                  <UserRoundPlus aria-hidden="true" strokeWidth={1.5} />
                </Link>
              </>
            )}
          </div>
        </div>
        <div className={styles.narrow}>
          {paying || buying || auth.status === 'customer' ? null : (
            <JoinButton size="small" variant="secondary" className={styles.join} />
          )}
          {auth.status === 'customer' ? (
            <Link to="/profile" className={styles.initials} aria-label={`${initialsOf(auth.user)}, profile`}>
              {initialsOf(auth.user)}
            </Link>
          ) : null}
          {paying ? null : <MenuButton menu={menu} className={styles.icon ?? ''} />}
        </div>
      </div>
      <MobileMenu menu={menu} auth={auth} enrolled={enrolled} />
    </header>
  )
})

/** Whether the page belongs to the payment: header and footer have no other links there. */
export function isPaying(pathname: string): boolean {
  return /^\/(?:payment|checkout\/success)(?:\/|$)/.test(pathname)
}

/** Whether a visitor signs up or signs in to buy the product that the address names. */
export function isBuying(pathname: string, search: string): boolean {
  return /^\/(?:signup|login)\/?$/.test(pathname) && new URLSearchParams(search).has('product')
}

/** Sets the attribute without rendering: the header would be rendered within the first frame of each opened page. */
function useCompact(header: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const read = (): void => void header.current?.toggleAttribute('data-compact', window.scrollY > 10)
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [header])
}

/** The button with a customer's initials, and the menu that it opens. */
function AccountMenu({ user, enrolled }: { user: SignedInUser; enrolled: boolean }) {
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
