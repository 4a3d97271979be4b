import { ArrowRight } from 'lucide-react'
import layout from '../parts/layout.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { type Change, changesBetween, linesOf } from './changes.ts'
import styles from './order.module.css'
import type { OrderState } from './order-answers.ts'
import { useOrderState } from './use-order.ts'

/** The order as it was at a version, and what that version changed. */
export function StateAtVersion({ id, version, latest }: { id: string; version: number; latest: number }) {
  const then = useOrderState(id, version)
  const before = useOrderState(id, version - 1, version > 1)
  const failed = then.isError ? then : before.isError ? before : undefined
  if (failed) {
    return (
      <Trouble
        what={`The order at version ${version}`}
        failure={failed.error}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  if (then.data === undefined || (version > 1 && before.data === undefined)) {
    return <SkeletonLines what={`version ${version}`} lines={4} />
  }
  const moving = then.isPlaceholderData || (version > 1 && before.isPlaceholderData)
  const changes = moving
    ? undefined
    : changesBetween(version > 1 ? before.data?.order : undefined, then.data.order)
  return (
    <div className={styles.columns} aria-busy={moving || undefined}>
      <AsOf order={then.data.order} version={version} latest={latest} changed={changes ?? []} />
      <section aria-labelledby="changes-heading" className={layout.stack}>
        <h3 id="changes-heading" className={layout.heading}>
          {version > 1 ? `What changed from version ${version - 1}` : 'Values of the first version'}
        </h3>
        {changes === undefined ? (
          <p className={layout.soft}>Comparing...</p>
        ) : changes.length === 0 ? (
          <p className={layout.soft}>None of the values shown here; the event itself is in the timeline.</p>
        ) : (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <ChangeLine key={change.key} change={change} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

interface AsOfProps {
  order: OrderState
  version: number
  latest: number
  changed: readonly Change[]
}

function AsOf({ order, version, latest, changed }: AsOfProps) {
  const keys = new Set(changed.map(({ key }) => key))
  return (
    <section aria-labelledby="state-heading" className={layout.stack}>
      <h3 id="state-heading" className={layout.heading}>
        {version === latest ? `The order now, version ${version}` : `The order as of version ${version}`}
      </h3>
      <dl className={styles.lines} data-testid="state">
        {linesOf(order).map(({ key, label, value, amount, code }) => (
          <div key={key} data-changed={keys.has(key) || undefined}>
            <dt>{label}</dt>
            <dd data-amount={amount || undefined} data-code={code || undefined}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ChangeLine({ change: { label, before, after } }: { change: Change }) {
  return (
    <li>
      <span className={styles.changeLabel}>{label}</span>
      <span className={styles.change}>
        {before === null ? null : (
          <>
            <del>{before}</del>
            <ArrowRight aria-hidden="true" />
          </>
        )}
        {after === null ? <em>removed</em> : <ins>{after}</ins>}
      </span>
    </li>
  )
}
