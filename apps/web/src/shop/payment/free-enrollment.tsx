import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './payment.module.css'

export interface FreeEnrollmentProps {
  /** The terms that the buyer accepts. */
  terms: ReactNode
  /** Completes the order; returns an error message if it fails. */
  enroll: () => Promise<string | undefined>
}

/** Replaces the card form if the code covers the whole price. */
export function FreeEnrollment({ terms, enroll }: FreeEnrollmentProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function go(): Promise<void> {
    setBusy(true)
    setProblem(await enroll())
    setBusy(false)
  }
  return (
    <div className={styles.free}>
      <Notice tone="good" title="Nothing to pay." announce>
        Your code covers the whole price. No card is needed.
      </Notice>
      {terms}
      <Button size="large" wide busy={busy} busyText="Enrolling..." onClick={() => void go()}>
        Complete enrollment
      </Button>
      {problem ? (
        <Notice tone="bad" announce>
          {problem}
        </Notice>
      ) : null}
    </div>
  )
}
