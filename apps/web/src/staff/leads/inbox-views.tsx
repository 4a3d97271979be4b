import { Link } from 'react-router-dom'
import { wholeNumber } from '../../lib/format.ts'
import styles from '../parts/views.module.css'
import { type InboxView, isQuarantine, queryOf } from './inbox-view.ts'

/** The two views of leads, inbox and quarantine. Switching keeps the other filters. */
export function InboxViews({ view, quarantined }: { view: InboxView; quarantined: number | undefined }) {
  const quarantine = isQuarantine(view.filter)
  const address = (status: string): string =>
    `/admin/leads?${new URLSearchParams(queryOf({ ...view, filter: { ...view.filter, status } }))}`
  const current = (shown: boolean) => (shown ? ('page' as const) : undefined)
  return (
    <nav className={styles.views} aria-label="Views of leads">
      <Link className={styles.view} to={address('')} aria-current={current(!quarantine)}>
        Inbox
      </Link>
      <Link className={styles.view} to={address('quarantined')} aria-current={current(quarantine)}>
        Quarantine{quarantined ? ` (${wholeNumber(quarantined)})` : ''}
      </Link>
    </nav>
  )
}
