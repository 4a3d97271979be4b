import styles from './gate.module.css'
import { qrPath } from './qr-path.ts'

/** A QR code; dark on white in both color schemes, because many scanners cannot read others. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPath(text)
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className={styles.qrGround} d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={path} />
    </svg>
  )
}
