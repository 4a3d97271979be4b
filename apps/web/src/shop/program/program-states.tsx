import { Button, ButtonLink } from '../../ui/button.tsx'
import { Container, Page as Frame } from '../../ui/page.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from './program-details.module.css'

/** The layout of the page while its content is loading. */
export function ProgramWaiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <Container>
        <p role="status" className={styles.waiting}>
          Loading Program Details...
        </p>
        <div className={styles.columns}>
          <Skeleton shape="block" className={styles.side ?? ''} />
          <div>
            <Skeleton shape="title" />
            <Skeleton />
            <Skeleton />
            <Skeleton shape="short" />
          </div>
        </div>
      </Container>
    </div>
  )
}

export const enrollProblemId = 'enroll-problem'

export interface EnrollProblemProps {
  text: string
  onRetry: () => void
  retrying: boolean
}

/** Shown if the page is rendered, but the product could not be loaded: the reason, and a button to retry. */
export function EnrollProblem({ text, onRetry, retrying }: EnrollProblemProps) {
  return (
    <div id={enrollProblemId}>
      <Notice
        tone="warn"
        announce
        title="You cannot enroll at the moment"
        actions={
          <Button size="small" variant="secondary" busy={retrying} busyText="Trying..." onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {text}. You can still read everything on this page.
      </Notice>
    </div>
  )
}

export interface ProgramMissingProps {
  heading: string
  text: string
  onRetry?: () => void
  retrying?: boolean
}

/** Shown instead of the page if product or content are missing: the reason, and links. */
export function ProgramMissing({ heading, text, onRetry, retrying = false }: ProgramMissingProps) {
  return (
    <Frame title="Program Details" heading={heading} lead={text} width="reading">
      <div className={styles.actions}>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {onRetry ? (
          <Button variant="secondary" busy={retrying} busyText="Trying..." onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </div>
    </Frame>
  )
}
