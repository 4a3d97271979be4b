import { lazy, Suspense } from 'react'
import type { Enrolment } from '../api.ts'
import styles from './gate.module.css'

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

/** A key to add to an authenticator app: as a QR code, as text, and as a link. */
export function AuthenticatorKey({ enrolment: { secret, uri } }: { enrolment: Enrolment }) {
  return (
    <div>
      <p>
        Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis, or type
        the key into it. Then enter the six digits that the app shows.
      </p>
      <Suspense fallback={<div className={styles.qr} />}>
        <QrCode text={uri} label="QR code of the key" />
      </Suspense>
      <p className={styles.key} data-testid="totp-key">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p>
        <a href={uri}>Open in an app on this device</a>
      </p>
    </div>
  )
}
