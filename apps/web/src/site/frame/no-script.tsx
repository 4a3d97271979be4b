import type { ClientConfig } from '../../lib/config.ts'
import page from '../../ui/page.module.css'
import styles from './shell.module.css'

export interface NoScriptPageProps {
  config: ClientConfig
  /** Whether the page exists. */
  known: boolean
}

/** Shown without JavaScript instead of a page that needs it, and for unknown addresses. */
export function NoScriptPage({ config, known }: NoScriptPageProps) {
  return (
    <noscript>
      <div className={`${page.container} ${page.reading} ${styles.noScript}`}>
        <h1>{known ? 'This page needs JavaScript' : 'Page not found'}</h1>
        <p>
          {known
            ? 'Accounts, payments and results need JavaScript. Turn it on and reload the page. You can read these pages without it:'
            : 'The address may be mistyped, or the page may have been removed. Try one of these:'}
        </p>
        <ul>
          <li>
            <a href="/">{config.brandName} home page</a>
          </li>
          <li>
            <a href="/certification/program-details">The certification</a>
          </li>
          <li>
            <a href="/aboutus">About us</a>
          </li>
        </ul>
        <p>
          Or write to <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>.
        </p>
      </div>
    </noscript>
  )
}

/** Shown without JavaScript below a page that can be read: what does not work, and the address of support. */
export function NoScriptBar({ config }: { config: ClientConfig }) {
  return (
    <noscript>
      <p className={styles.noScriptBar}>
        JavaScript is off. You can read everything here and send the form, but the whitepaper, the calculator
        and enrollment need it. Or write to{' '}
        <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>.
      </p>
    </noscript>
  )
}
