import { memo } from 'react'
import { Link } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { LogoMark } from '../../ui/logo.tsx'
import styles from './footer.module.css'
import { useJoin } from './join.tsx'
import { PrivacyChoices } from './privacy-choices.tsx'

const networks = [
  { key: 'x', label: 'X' },
  { key: 'instagram', label: 'Instagram' },
  { key: 'linkedin', label: 'LinkedIn' },
] as const

/** The footer of every page; short on pages of the payment. */
export const Footer = memo(function Footer({ paying }: { paying: boolean }) {
  const { brandName, social, supportEmail, euConsumers } = useConfig()
  const { openWhitepaper } = useJoin()
  const shown = paying ? [] : networks.filter(({ key }) => social[key] !== '')
  return (
    <footer className={styles.footer}>
      <div className={styles.inner} data-paying={paying || undefined}>
        <div className={styles.brand}>
          <span className={styles.logo}>
            <LogoMark />
            {brandName}
          </span>
          {paying ? null : <p>Leadership that holds under load.</p>}
        </div>
        {paying ? null : (
          <nav className={styles.column} aria-label="Pages">
            <h2>Site</h2>
            <Link to="/">Home</Link>
            <Link to="/aboutus">About us</Link>
            <Link to="/certification/program-details">The certification</Link>
            <a href="/credentials/verify">Check a credential</a>
            <Link to="/leadership-cost-calculator">Cost calculator</Link>
            <button type="button" onClick={openWhitepaper}>
              Whitepaper
            </button>
          </nav>
        )}
        <nav className={styles.column} aria-label="Terms and privacy">
          <h2>Legal</h2>
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          {euConsumers ? <Link to="/withdraw">Withdraw from contract here</Link> : null}
          <PrivacyChoices
            button={(choose) => (
              <button type="button" onClick={choose}>
                Privacy choices
              </button>
            )}
          />
        </nav>
        <div className={styles.column}>
          <h2>Contact</h2>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </div>
        {shown.length > 0 ? (
          <nav className={styles.column} aria-label="Social networks">
            <h2>Follow</h2>
            {shown.map(({ key, label }) => (
              <a key={key} href={social[key]} rel="noopener noreferrer" target="_blank">
                {label}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            ))}
          </nav>
        ) : null}
        <p className={styles.rights} suppressHydrationWarning>
          © {new Date().getFullYear()} {brandName}. All rights reserved.
        </p>
      </div>
    </footer>
  )
})
