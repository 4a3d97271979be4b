import { useId } from 'react'
import type { shareMyProgress } from '#modules/leadership/cohorts/contract-participation.ts'
import { reportConsentText } from '#modules/leadership/cohorts/domain/report-consent.ts'
import { useAction } from '../../lib/answers.ts'
import { programPath } from '../../lib/orders.ts'
import { Badge, Card } from '../../ui/surface.tsx'
import { Agreement } from './agreement.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'

/** Whether the organization that bought the seat may see the participant's progress; nothing for an own order. */
export function SharingCard({ program }: { program: Participation }) {
  const heading = useId()
  const { orderId, organization, sharesReport } = program
  const sharing = useAction<typeof shareMyProgress>('PUT', '/api/program/:orderId/sharing', [programPath])
  if (organization === null) return null
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>
        What your organization sees {sharesReport === null ? <Badge tone="warn">Please answer</Badge> : null}
      </h2>
      <Agreement
        label={reportConsentText(organization)}
        help="What you hand in stays between you and your coach. You can change this at any time."
        checked={sharesReport ?? false}
        save={(shared) => sharing.mutateAsync({ params: { orderId }, body: { shared } })}
      />
    </Card>
  )
}
