import { longDate } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import type { User } from '../api.ts'
import panel from '../panel.module.css'
import styles from './profile-header.module.css'

/** The name, the email and whether it is verified, and the date of registration. */
export function ProfileHeader({ user }: { user: User }) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <header className={styles.head}>
      <h1>
        <bdi>{name || user.email}</bdi>
      </h1>
      <p className={styles.line}>
        <span className={styles.email}>{user.email}</span>
        <VerifiedBadge verified={user.isEmailVerified} />
        <span>Member since {longDate(user.createdAt)}</span>
      </p>
    </header>
  )
}

function VerifiedBadge({ verified }: { verified: boolean }) {
  return verified ? <Badge tone="good">Verified</Badge> : <Badge tone="warn">Unverified</Badge>
}

/** The first line of the Security tab. */
export function EmailStatus({ user }: { user: User }) {
  return (
    <section className={panel.panel} aria-labelledby="email-heading">
      <div className={panel.head}>
        <div>
          <h2 id="email-heading">Email verification</h2>
          <p className={panel.note}>
            {user.isEmailVerified
              ? `${user.email} is verified. Receipts and codes are sent to this address.`
              : `${user.email} is not verified yet. Sign out and in again to receive a code.`}
          </p>
        </div>
        <VerifiedBadge verified={user.isEmailVerified} />
      </div>
    </section>
  )
}
