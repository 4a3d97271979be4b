import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './payment.module.css'

export interface FreeEnrollmentProps {
  /** What one agrees to. */
  terms: ReactNode
  /** Completes the order; answers what went wrong. */
  enroll: () => Promise<string | undefined>
}

/** Instead of the card form, when the code takes the whole price off. */
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
