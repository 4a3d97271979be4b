import { useState } from 'react'
import type { settleDifferences } from '#modules/commerce/finance/reconciliation/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { type Difference, kindWords, settledAnswers } from './difference-words.ts'
import styles from './differences.module.css'
import refund from './refund.module.css'
import { useLast } from './use-last.ts'

/** The server's limit for one call. */
const batchSize = 20

/** One button for each kind with several open differences, with the same second step as for one. */
export function SettleAll({ differences }: { differences: readonly Difference[] }) {
  const [chosen, setChosen] = useState<readonly Difference[]>()
  const kinds = [...new Set(differences.map(({ kind }) => kind))]
  const groups = kinds
    .map((kind) => ({ kind, group: differences.filter((each) => each.kind === kind) }))
    .filter(({ group }) => group.length > 1)
  return (
    <>
      {groups.map(({ kind, group }) => (
        <div key={kind} className={styles.foot}>
          <div className={styles.title}>
            <Badge tone={kindWords(kind).tone}>{kindWords(kind).label}</Badge>
            <p>{wholeNumber(group.length)} times</p>
          </div>
          <Button size="small" variant="secondary" onClick={() => setChosen(group)}>
            {kindWords(kind).action}: all {wholeNumber(group.length)}
          </Button>
        </div>
      ))}
      <SettleAllDialog chosen={chosen} onClose={() => setChosen(undefined)} />
    </>
  )
}

function SettleAllDialog({
  chosen,
  onClose,
}: {
  chosen: readonly Difference[] | undefined
  onClose: () => void
}) {
  // The dialog keeps its content while it fades out.
  const shown = useLast(chosen) ?? []
  const [done, setDone] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState<readonly { intentId: string; error: string }[]>([])
  const settling = useAction<typeof settleDifferences>(
    'POST',
    '/api/finance/reconciliation/differences/settle',
    settledAnswers,
  )
  const close = () => {
    onClose()
    settling.reset()
    setFailures([])
  }

  /** One request for each batch; earlier batches stay settled when a later one fails. */
  async function settle(): Promise<void> {
    setBusy(true)
    setDone(0)
    const found: { intentId: string; error: string }[] = []
    try {
      for (let from = 0; from < shown.length; from += batchSize) {
        const batch = shown.slice(from, from + batchSize)
        const answer = await settling.mutateAsync({
          body: { action: batch[0]?.action ?? 'record', ids: batch.map(({ id }) => id) },
        })
        found.push(...answer.failures)
        setDone(from + batchSize)
      }
      const settled = shown.length - found.length
      if (settled > 0) notify.success(`${wholeNumber(settled)} of ${wholeNumber(shown.length)} resolved.`)
      if (found.length === 0) close()
      else setFailures(found)
    } catch {
      // `settling.error` is shown.
    } finally {
      setBusy(false)
    }
  }

  const isOver = settling.isError || failures.length > 0
  const words = kindWords(shown[0]?.kind ?? 'behind-stripe')
  const count = wholeNumber(shown.length)
  return (
    <Dialog
      open={chosen !== undefined}
      onClose={close}
      locked={busy}
      title={`${words.action}: all ${count}`}
      description="This is kept in the log permanently."
    >
      <div className={layout.form}>
        <p>For each of the {count} differences separately:</p>
        <p>{words.consequences}</p>
        {settling.isError ? (
          <Notice tone="bad" title="Not all of them were recorded." announce>
            {reasonOf(settling.error)}
          </Notice>
        ) : null}
        {failures.length > 0 ? (
          <Notice
            tone="bad"
            title={`${wholeNumber(failures.length)} of ${count} could not be resolved and stay open.`}
            announce
          >
            {failures[0]?.intentId}: {failures[0]?.error}
          </Notice>
        ) : null}
        <div className={refund.buttons}>
          <Button variant="quiet" size="small" disabled={busy} onClick={close}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {isOver ? null : (
            <Button
              size="small"
              busy={busy}
              busyText={`${wholeNumber(Math.min(done, shown.length))} of ${count}...`}
              onClick={() => void settle()}
            >
              Yes, all {count}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
