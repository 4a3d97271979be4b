import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './error-fallback.module.css'

/** Replaces the page after an uncaught error. */
export function ErrorFallback({ error }: { error: unknown }) {
  return (
    <main className={styles.fallback} role="alert">
      <h1>Unexpected Application Error!</h1>
      <p className={styles.text}>{error instanceof Error ? error.message : String(error)}</p>
      <p>Anything you have already sent is safe. Reload the page, or go to the home page.</p>
      <div className={styles.actions}>
        <Button onClick={() => window.location.reload()}>Reload page</Button>
        <Button variant="secondary" onClick={() => window.location.assign('/')}>
          Go to home page
        </Button>
      </div>
    </main>
  )
}

/** Catches errors that its children throw while rendering. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown): { error: unknown; failed: boolean } {
    return { error, failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorFallback error={this.state.error} /> : this.props.children
  }
}
