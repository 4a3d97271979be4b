import { UserRoundPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { initialsOf, useAuth } from '../../lib/auth.ts'
import { useConfig } from '../../lib/config.ts'
import { useHydrating } from '../../lib/hydrating.ts'
import { useHoldsPlace } from '../../lib/orders.ts'
import { keys, local } from '../../lib/storage.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'
import { JoinButton, useJoin } from './join.tsx'
import { MenuButton, MobileMenu } from './mobile-menu.tsx'

/** The header of every page; compact on narrow screens and after ten pixels of scrolling. */
export function Header() {
  const { brandName } = useConfig()
  const menu = useRef<HTMLDialogElement>(null)
  const compact = useScrolled()
  const { openWhitepaper } = useJoin()
  const auth = useAuth()
  const hydrating = useHydrating()
  // The links are hidden while loading only if this browser has signed in before: then they probably disappear.
  const unsure = (!hydrating && auth.status === 'loading' && local.get(keys.auth) !== undefined) || undefined
  const { pathname } = useLocation()
  const paying = isPaying(pathname)
  const enrolled = useHoldsPlace()
  return (
    <header className={styles.header} data-compact={compact || undefined}>
      <div className={styles.bar}>
        <Link to="/" className={styles.logo} aria-label={`${brandName} home`}>
          <LogoMark />
          <span>{brandName}</span>
        </Link>
        {paying ? null : (
          <nav className={styles.links} aria-label="Main">
            <NavLink to="/" end>
              Home
            </NavLink>
            <NavLink to="/aboutus">About us</NavLink>
            <button type="button" onClick={openWhitepaper}>
              Whitepaper
            </button>
          </nav>
        )}
        <div className={styles.wide}>
          {/* Not during payment, which has one button only, and not for participants, who have joined. */}
          {paying || enrolled ? null : (
            <JoinButton size="small" variant={/^\/checkout\//.test(pathname) ? 'quiet' : 'primary'} />
          )}
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
          {paying || auth.status === 'customer' ? null : <JoinButton size="small" className={styles.join} />}
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
}

/** Whether the page belongs to the payment: header and footer have no other links there. */
export function isPaying(pathname: string): boolean {
  return /^\/(?:payment|checkout\/success)(?:\/|$)/.test(pathname)
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = (): void => setScrolled(window.scrollY > 10)
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [])
  return scrolled
}
