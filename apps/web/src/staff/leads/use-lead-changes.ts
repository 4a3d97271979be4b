import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { changeWords, undoneWords, undoOf } from './change-words.ts'
import { type LeadChange, type LeadFields, updateLeads } from './leads-api.ts'
import { notifyUndoable } from './undoable.tsx'

/** Changes leads, shows the result, and offers to undo it. */
export function useLeadChanges(): {
  busy: boolean
  /** Resolves to whether the server answered; shows a message if it did not. */
  change: (ids: readonly string[], fields: LeadFields) => Promise<boolean>
} {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (changes: LeadChange[]) => updateLeads(changes),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'leads'] }),
    onError: (failure) =>
      notify.error(saidByServer(failure) ?? 'The change could not be saved. Please try again.'),
  })

  async function change(ids: readonly string[], fields: LeadFields): Promise<boolean> {
    const results = await mutateAsync(ids.map((id) => ({ id, ...fields }))).catch(() => undefined)
    if (results === undefined) return false
    const undo = undoOf(results, fields)
    const words = changeWords(results, fields)
    if (undo.length === 0) notify.info(words)
    else
      notifyUndoable(words, async () => {
        const undone = await mutateAsync(undo).catch(() => undefined)
        if (undone !== undefined) notify.info(undoneWords(undone))
      })
    return true
  }

  return { busy: isPending, change }
}
