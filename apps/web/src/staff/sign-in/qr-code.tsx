import { encode } from 'uqr'
import styles from './gate.module.css'

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

/**
 * A QR code as the path of an SVG, one unit a module, with the margin of four modules that scanners need.
 * @returns `size`: width and height of the drawing in units
 */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
