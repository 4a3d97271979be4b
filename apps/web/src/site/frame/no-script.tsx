import type { ClientConfig } from '../../lib/config.ts'
import page from '../../ui/page.module.css'
import styles from './shell.module.css'

export interface NoScriptPageProps {
  config: ClientConfig
  /** There is such a page. */
  known: boolean
  /** The document has the page's HTML, whose forms would do nothing. */
  painted: boolean
}

/** What a browser without JavaScript shows instead of a page that does nothing without it. */
export function NoScriptPage({ config, known, painted }: NoScriptPageProps) {
  return (
    <noscript>
      {painted ? <style>{'#root{display:none}'}</style> : null}
      <main className={`${page.container} ${page.reading} ${styles.noScript}`}>
        <h1>{known ? 'This page needs JavaScript' : 'There is no such page'}</h1>
        <p>
          {known
            ? 'Accounts, payment and results are drawn in your browser. Switch JavaScript on and load the page again. Everything else can be read without it:'
            : 'The address may be mistyped, or the page is gone. What there is to read:'}
        </p>
        <ul>
          <li>
            <a href="/">{config.brandName}, the start</a>
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
      </main>
    </noscript>
  )
}

/** Under a page that can be read without JavaScript: what cannot be done without it, and how else to reach us. */
export function NoScriptBar({ config }: { config: ClientConfig }) {
  return (
    <noscript>
      <p className={styles.noScriptBar}>
        JavaScript is off. You can read everything here and send the form; whitepaper, calculator and
        enrolling need it. Or write to <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>.
      </p>
    </noscript>
  )
}
