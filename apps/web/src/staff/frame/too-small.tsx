import { Button } from '../../ui/button.tsx'
import admin from '../admin.module.css'
import styles from '../sign-in/gate.module.css'

/** The least width of a window for the admin screen, in pixels. */
export const leastWidth = 1_024

/** In place of the admin screen in a window that is too narrow for it. */
export function TooSmall({ width, onHome }: { width: number; onHome: () => void }) {
  return (
    <main className={styles.gate}>
      <div className={styles.card}>
        <h1>Screen Too Small for Admin Panel</h1>
        <p>
          The admin panel needs a window at least {leastWidth}px wide. Current width:{' '}
          <strong>{width}px</strong>.
        </p>
        <p className={admin.faint}>Your unsaved changes are kept while this page stays open.</p>
        <Button onClick={onHome}>Return to Home</Button>
      </div>
    </main>
  )
}
