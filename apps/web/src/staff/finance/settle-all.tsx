import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { kindWords } from './difference-words.ts'
import styles from './differences.module.css'
import { financeKeys } from './keys.ts'
import { type Difference, settleMany } from './reconciliation-api.ts'
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

interface Outcome {
  settled: number
  failures: readonly { intentId: string; error: string }[]
}

function SettleAllDialog({
  chosen,
  onClose,
}: {
  chosen: readonly Difference[] | undefined
  onClose: () => void
}) {
  const client = useQueryClient()
  // The dialog keeps its content while it fades out.
  const shown = useLast(chosen) ?? []
  const [done, setDone] = useState(0)
  const settling = useMutation({
    mutationFn: async (requested: readonly Difference[]): Promise<Outcome> => {
      const failures: Outcome['failures'][number][] = []
      setDone(0)
      for (let from = 0; from < requested.length; from += batchSize) {
        const answer = await settleMany(requested.slice(from, from + batchSize))
        failures.push(...answer.failures)
        setDone(from + batchSize)
      }
      return { settled: requested.length - failures.length, failures }
    },
    onSuccess: ({ settled, failures }) => {
      if (settled > 0) notify.success(`${wholeNumber(settled)} of ${wholeNumber(shown.length)} resolved.`)
      if (failures.length === 0) close()
    },
    // Also after a failure: earlier batches are settled.
    onSettled: () =>
      Promise.all(
        [financeKeys.reconciliation, financeKeys.orders, financeKeys.books].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const close = () => {
    onClose()
    settling.reset()
  }
  const failures = settling.data?.failures ?? []
  const isOver = settling.isError || failures.length > 0
  const words = kindWords(shown[0]?.kind ?? 'behind-stripe')
  const count = wholeNumber(shown.length)
  return (
    <Dialog
      open={chosen !== undefined}
      onClose={close}
      locked={settling.isPending}
      title={`${words.action}: all ${count}`}
      description="This is kept in the log permanently."
    >
      <div className={refund.form}>
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
          <Button variant="quiet" size="small" disabled={settling.isPending} onClick={close}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {isOver ? null : (
            <Button
              size="small"
              busy={settling.isPending}
              busyText={`${wholeNumber(Math.min(done, shown.length))} of ${count}...`}
              onClick={() => settling.mutate(shown)}
            >
              Yes, all {count}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
