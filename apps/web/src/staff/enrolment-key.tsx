import { Notice } from '../ui/surface.tsx'
import type { Enrolment } from './api.ts'
import styles from './gate.module.css'

/** The key to add to an authenticator app before the account can be used. */
export function EnrolmentKey({ enrolment }: { enrolment: Enrolment }) {
  return (
    <Notice tone="info" title="This account needs a second factor." announce>
      <p>
        Add this key to an authenticator app, such as Google Authenticator, 1Password or Aegis. Then enter the
        six digits that the app shows.
      </p>
      <p className={styles.key} data-testid="totp-key">
        {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p>
        <a href={enrolment.uri}>Open in an app on this device</a>
      </p>
    </Notice>
  )
}
