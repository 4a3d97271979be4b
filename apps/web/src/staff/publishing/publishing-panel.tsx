import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2, UploadCloud } from 'lucide-react'
import { useState } from 'react'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import { actionMessage } from '../content/save-message.ts'
import { WithDraft } from '../content/with-draft.tsx'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import styles from './publishing.module.css'
import { loadPublishing, publishingKey, undoLastPublish } from './publishing-api.ts'
import { ScheduleForm, ScheduleList } from './schedule-form.tsx'

/** The version in Production, undoing its publish, and the scheduled publishes. */
export function PublishingPanel() {
  const { content, onPublish } = useUnsavedWork()
  const { dirty } = content
  const mayEdit = useMayEdit()
  // Only the development environment publishes.
  const canPublish = content.content?.canPublish ?? false
  const client = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const state = useQuery({ queryKey: publishingKey, queryFn: loadPublishing, staleTime: 0, retry: false })
  const refresh = () => client.invalidateQueries({ queryKey: publishingKey })

  async function undo(version: number): Promise<void> {
    try {
      notify.success((await undoLastPublish(version)).message)
    } catch (failure) {
      notify.error(actionMessage('Undo failed', failure))
    } finally {
      await refresh()
    }
  }

  if (!content.content) return <WithDraft>{() => null}</WithDraft>
  if (state.isLoadingError) {
    return (
      <Trouble what="The state of publishing" failure={state.error} onRetry={() => void state.refetch()} />
    )
  }
  if (!state.data) return <SkeletonLines what="the state of publishing" />
  const { production, undoTo, scheduled } = state.data
  const mayPublish = mayEdit && canPublish
  return (
    <div className={styles.panel}>
      <h2>Publishing</h2>
      {canPublish ? null : (
        <Notice tone="info">
          Content is published only from the development environment. Changes saved here are visible at once.
        </Notice>
      )}
      <section className={styles.box} aria-labelledby="in-production">
        <h3 id="in-production">In Production now</h3>
        <p className={styles.lead}>Version {production.version}</p>
        <p>
          {production.kind === 'publish' ? 'Published' : production.kind === 'restore' ? 'Restored' : 'Set'}{' '}
          by {production.savedBy} on {dateTime(production.savedAt)}
          {production.note ? `, ${production.note}` : ''}
        </p>
        {mayPublish ? (
          <div className={styles.actions}>
            <Button size="small" icon={<UploadCloud aria-hidden="true" />} onClick={onPublish}>
              Publish now
            </Button>
            {undoTo === null ? null : (
              <Button
                size="small"
                variant="secondary"
                icon={<Undo2 aria-hidden="true" />}
                onClick={() => setConfirming(true)}
              >
                Undo this publish
              </Button>
            )}
          </div>
        ) : null}
        {mayPublish ? (
          <p className={styles.faint}>
            {undoTo === null
              ? 'There is no publish to undo. You can restore any version in the Versions tab.'
              : `Undoing restores version ${undoTo} at once. Development does not change.`}
          </p>
        ) : null}
      </section>
      <section className={styles.box} aria-labelledby="scheduled">
        <h3 id="scheduled">Scheduled publishes</h3>
        {mayPublish ? (
          <ScheduleForm scheduled={scheduled} dirty={dirty} onChanged={refresh} />
        ) : (
          <ScheduleList scheduled={scheduled} />
        )}
      </section>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        run={() => undo(production.version)}
        title="Undo this publish?"
        description={`Visitors see version ${undoTo ?? ''} again at once. Development does not change.`}
        verb="Undo the publish"
        busyVerb="Undoing..."
      />
    </div>
  )
}
