import type { changeLeads } from '#modules/leads/contract-inbox.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { changeWords, undoneWords, undoOf } from './change-words.ts'
import type { LeadChange, LeadFields, LeadResult } from './inbox-view.ts'
import { notifyUndoable } from './undoable.tsx'

/** Changes leads, shows the result, and offers to undo it. */
export function useLeadChanges(): {
  busy: boolean
  /** Resolves to whether the server answered; shows a message if it did not. */
  change: (ids: readonly string[], fields: LeadFields) => Promise<boolean>
} {
  const { mutateAsync, isPending } = useAction<typeof changeLeads>('PATCH', '/api/admin/leads', [
    '/api/admin/leads',
  ])

  async function update(changes: LeadChange[]): Promise<LeadResult[] | undefined> {
    try {
      return (await mutateAsync({ body: { changes } })).results
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'The change could not be saved. Please try again.')
      return undefined
    }
  }

  async function change(ids: readonly string[], fields: LeadFields): Promise<boolean> {
    const results = await update(ids.map((id) => ({ id, ...fields })))
    if (results === undefined) return false
    const undo = undoOf(results, fields)
    const words = changeWords(results, fields)
    if (undo.length === 0) notify.info(words)
    else
      notifyUndoable(words, async () => {
        const undone = await update(undo)
        if (undone !== undefined) notify.info(undoneWords(undone))
      })
    return true
  }

  return { busy: isPending, change }
}
