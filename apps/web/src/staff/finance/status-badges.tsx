import { flagWords } from '#modules/commerce/finance/search/contract-flags.ts'
import { Badge } from '../../ui/surface.tsx'
import styles from './ledger.module.css'
import { type Status, statusLabel, statusTone } from './words.ts'

/** The status of an order, with badges for a dispute and flags. */
export function StatusBadges({
  status,
  disputed,
  flags,
}: {
  status: Status
  disputed: boolean
  flags: readonly string[]
}) {
  return (
    <span className={styles.badges}>
      <Badge tone={statusTone(status)}>{statusLabel(status)}</Badge>
      {disputed ? <Badge tone="bad">Disputed</Badge> : null}
      {[...new Set(flags.map(flagWords))].map((words) => (
        <Badge key={words} tone="bad">
          {words}
        </Badge>
      ))}
    </span>
  )
}
