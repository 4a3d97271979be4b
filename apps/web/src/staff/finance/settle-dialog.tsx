import { useEffect } from 'react'
import type { settleDifference } from '#modules/commerce/finance/reconciliation/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { BothRecords } from './difference-accounts.tsx'
import { type Difference, kindWords, settledAnswers, stateWords } from './difference-words.ts'
import refund from './refund.module.css'
import { useLast } from './use-last.ts'

interface SettleDialogProps {
  /** Absent: the dialog is closed. */
  difference: Difference | undefined
  onClose: () => void
}

/** The second step: what will be appended, and the button that appends it. */
export function SettleDialog({ difference, onClose }: SettleDialogProps) {
  // The dialog keeps its content while it fades out.
  const shown = useLast(difference)
  const settling = useAction<typeof settleDifference>(
    'POST',
    '/api/finance/reconciliation/differences/:id/settle',
    settledAnswers,
  )
  const { reset } = settling
  useEffect(() => {
    if (difference !== undefined) reset()
  }, [difference, reset])
  const words = shown && kindWords(shown.kind)
  return (
    <Dialog
      open={difference !== undefined}
      onClose={onClose}
      locked={settling.isPending}
      title={words?.action ?? ''}
      description="This is kept in the log permanently."
    >
      {shown === undefined || words === undefined ? null : (
        <div className={layout.form}>
          <BothRecords difference={shown} />
          <p>{words.consequences}</p>
          {settling.isError ? (
            <Notice tone="bad" title="Nothing was recorded." announce>
              {reasonOf(settling.error)}
            </Notice>
          ) : null}
          <div className={refund.buttons}>
            <Button variant="quiet" size="small" disabled={settling.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              size="small"
              busy={settling.isPending}
              busyText="Recording..."
              onClick={() =>
                settling.mutate(
                  { params: { id: shown.id }, body: { action: shown.action ?? 'record' } },
                  {
                    onSuccess: ({ difference: settled }) => {
                      notify.success(`${stateWords(settled.state).label}: payment ${settled.intentId}.`)
                      onClose()
                    },
                  },
                )
              }
            >
              Yes, {words.action.charAt(0).toLowerCase()}
              {words.action.slice(1)}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
