import type { Enrolment } from './api.ts'
import styles from './gate.module.css'

/** A key to add to an authenticator app. */
export function AuthenticatorKey({ enrolment: { secret, uri } }: { enrolment: Enrolment }) {
  return (
    <div>
      <p>
        Add this key to an authenticator app, such as Google Authenticator, 1Password or Aegis. Then enter the
        six digits that the app shows.
      </p>
      <p className={styles.key} data-testid="totp-key">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p>
        <a href={uri}>Open in an app on this device</a>
      </p>
    </div>
  )
}
